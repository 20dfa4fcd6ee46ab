import type { Page } from 'playwright-core';

/** The next such request reaches the server, whose answer gets lost. */
export async function loseAnswer(page: Page, method: string, pattern: string): Promise<void> {
  let isLost = false;
  await page.route(pattern, async (route) => {
    if (isLost || route.request().method() !== method) return await route.fallback();
    isLost = true;
    await route.fetch();
    await route.abort();
  });
}
