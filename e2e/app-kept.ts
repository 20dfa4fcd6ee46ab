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

/** What is kept of the API on this device, by key. */
export const keptKeys = (page: Page) =>
  page.evaluate(async () => {
    const names = (await indexedDB.databases()).map(({ name }) => name);
    if (!names.includes('hereabouts.kept')) return [];
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open('hereabouts.kept');
      request.addEventListener('success', () => resolve(request.result));
      request.addEventListener('error', () => reject(new Error('The database does not open')));
    });
    const keys = await new Promise<IDBValidKey[]>((resolve, reject) => {
      const request = db.transaction('answers').objectStore('answers').getAllKeys();
      request.addEventListener('success', () => resolve(request.result));
      request.addEventListener('error', () => reject(new Error('The database does not answer')));
    });
    db.close();
    return keys.map(String);
  });
