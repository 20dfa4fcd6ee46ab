import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Waits until the app is kept in this browser. */
export async function untilKept(page: Page): Promise<void> {
  const isKept = () =>
    page.evaluate(async () => {
      const shell = await caches.match('/app-shell');
      return navigator.serviceWorker.controller !== null && shell !== undefined;
    });
  await expect.poll(isKept, { timeout: 30_000 }).toBe(true);
}
