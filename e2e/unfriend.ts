import type { Page } from 'playwright-core';
import { expectFocus } from './focus.ts';

/** From the menu of a friend's row; a question follows. */
export async function chooseUnfriend(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `More for ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Unfriend' }).click();
}

/** The same with the keys, when the button of the menu has the focus. */
export async function pressUnfriend(page: Page): Promise<void> {
  await page.keyboard.press('Enter');
  await expectFocus(page, 'Unfriend');
  await page.keyboard.press('Enter');
}
