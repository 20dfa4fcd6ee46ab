import type { Page, Route } from 'playwright-core';

/** On to whatever else answers it. */
const goOn = (route: Route) => route.fallback();

/** Keeps requests on their way until released, so that a test sees what the page shows meanwhile. */
export async function hold(
  page: Page,
  pattern: string | RegExp,
  then: (route: Route) => Promise<void> = goOn,
): Promise<() => Promise<void>> {
  const { promise: released, resolve } = Promise.withResolvers<void>();
  const held: Promise<void>[] = [];
  const keep = (route: Route) => {
    const going = released.then(() => then(route));
    held.push(going);
    return going;
  };
  await page.route(pattern, keep);
  return async () => {
    resolve();
    await Promise.all(held);
    await page.unroute(pattern, keep);
  };
}
