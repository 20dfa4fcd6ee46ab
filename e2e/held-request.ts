import type { Page } from 'playwright-core';

/** Keeps requests on their way until released, so that a test sees what the page shows meanwhile. */
export async function hold(page: Page, pattern: string): Promise<() => Promise<void>> {
  const { promise: released, resolve } = Promise.withResolvers<void>();
  const held: Promise<void>[] = [];
  await page.route(pattern, (route) => {
    const going = released.then(() => route.continue());
    held.push(going);
    return going;
  });
  return async () => {
    resolve();
    await Promise.all(held);
    await page.unroute(pattern);
  };
}
