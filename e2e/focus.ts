import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** What has the focus, as a screen reader would name it; `body` when nothing has. */
export const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement) || element === document.body) return 'body';
    const { labels } = element as HTMLInputElement;
    const labelled = document.getElementById(element.getAttribute('aria-labelledby') ?? '');
    const named = (labelled ?? labels?.[0] ?? element).cloneNode(true) as HTMLElement;
    for (const hidden of named.querySelectorAll('[aria-hidden=true]')) hidden.remove();
    return element.getAttribute('aria-label') ?? named.textContent.replaceAll(/\s+/g, ' ').trim();
  });

/** Waits until the focus has come to what is called so. */
export async function expectFocus(page: Page, name: string | RegExp): Promise<void> {
  await expect
    .poll(() => focused(page))
    .toMatch(name instanceof RegExp ? name : new RegExp(`^${RegExp.escape(name)}$`));
}

/** Waits until the focus has come to it: a page moves it in an effect or a frame after what it shows. */
export async function expectFocused(it: Locator): Promise<void> {
  await expect.poll(() => it.evaluate((element) => element === document.activeElement)).toBe(true);
}

/** How many presses of Tab a person would put up with. */
const TABS_MAX = 60;

/** Presses Tab until what is called so has the focus, as a person without a mouse does; never leaves the page. */
export async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  const passed: string[] = [];
  for (let presses = 0; presses < TABS_MAX; presses++) {
    await page.keyboard.press('Tab');
    const now = await focused(page);
    if (typeof name === 'string' ? now === name : name.test(now)) return;
    passed.push(now);
  }
  throw new Error(`Tab did not come to ${name}, but to ${passed.join(' | ')}`);
}

/** Whether the focus can be seen: an outline, of the element itself or of what stands for it. */
export const focusIsSeen = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const drawn = (element: Element, pseudo?: string) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(element, pseudo);
      return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2;
    };
    const element = document.activeElement;
    if (!element || element === document.body) return false;
    return [element, element.parentElement].some(
      (part) => part !== null && (drawn(part) || drawn(part, '::before')),
    );
  });
