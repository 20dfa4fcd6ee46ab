import type { Page } from 'playwright-core';

export const text = (words: string | RegExp) => (page: Page) => page.getByText(words);
/** Read out when it comes, unless it interrupts: see `warns`. */
export const says = (words: string | RegExp) => (page: Page) =>
  page.getByRole('status').filter({ hasText: words });
export const warns = (words: string) => (page: Page) => page.getByRole('alert').filter({ hasText: words });
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
export const press = (name: string) => (page: Page) => button(page, name).click();
export const dialog = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog'));
export const search = (words: string) => (page: Page) => page.getByRole('searchbox').fill(words);
