import { expect } from 'vitest';
import { test } from './fixtures.ts';
import { expectAccessible, PASSWORD } from './visitor.ts';

test('EVF-10 leaving a changed form by a link asks first', async ({ page }) => {
  await page.goto('/new-event');
  await page.getByLabel('Event Title*').fill('Bonfire');
  await page.getByRole('link', { name: 'Cancel' }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.waitFor();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Keep editing' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(new URL(page.url()).pathname).toBe('/new-event');
});

test('EVF-10 discarding a draft removes it', async ({ page }) => {
  await page.goto('/new-event');
  await page.getByLabel('Event Title*').fill('Given up');
  await page.getByRole('link', { name: 'Cancel' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click();
  await page.waitForURL((url) => url.pathname === '/');
  await page.goto('/new-event');
  expect(await page.getByLabel('Event Title*').inputValue()).toBe('');
});

test('EVF-11 a session that ends while typing loses no input', async ({ marie, page }) => {
  await page.goto('/new-event');
  await page.getByLabel('Event Title*').fill('Survivor');
  await page.evaluate(() => {
    localStorage.removeItem('hereabouts.session');
    dispatchEvent(new StorageEvent('storage', { key: 'hereabouts.session' }));
  });
  await page.waitForURL(/\/login\?/);
  await page.getByLabel('Email').fill(marie.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'LOG IN' }).click();
  await page.waitForURL('**/new-event');
  expect(await page.getByLabel('Event Title*').inputValue()).toBe('Survivor');
});
