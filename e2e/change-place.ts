import type { Page } from 'playwright-core';

/** In an event's form that has a place. */
export async function changePlace(page: Page, typed: string, option: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Search Location' });
  await page.getByRole('button', { name: 'Change' }).click();
  await dialog.getByRole('combobox', { name: 'Place' }).fill(typed);
  await dialog.getByRole('option', { name: option }).click();
  await dialog.waitFor({ state: 'detached' });
}
