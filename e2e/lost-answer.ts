import type { Page, Route } from 'playwright-core';

/** The next such request reaches the server, whose answer gets lost. */
export async function loseAnswer(page: Page, method: string, pattern: string): Promise<void> {
  const lose = async (route: Route) => {
    if (route.request().method() !== method) return await route.fallback();
    await page.unroute(pattern, lose);
    await route.fetch();
    await route.abort();
  };
  await page.route(pattern, lose);
}
