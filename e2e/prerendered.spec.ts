import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { test } from './fixtures.ts';
import { hold } from './held-request.ts';
import { enterAs } from './person.ts';
import { expectAccessible, PASSWORD } from './visitor.ts';

/** Keeps the app from arriving until released. */
const holdApp = (page: Page) => hold(page, '**/static/js/vendor-*');

const email = (page: Page) => page.getByLabel('Email');
const password = (page: Page) => page.getByLabel('Password', { exact: true });

test('PWA-07 the pages of signed-out people are there before any script, and look like themselves', async ({
  newcomer: { page },
}) => {
  const pages = [
    ['/login', 'Welcome Back', 'LOG IN'],
    ['/register', 'Join in', 'Create account'],
    ['/forgot-password', 'Forgot your password?', 'Send Reset Instructions'],
  ] as const;
  for (const [path, heading, button] of pages) {
    const release = await holdApp(page);
    const releaseFonts = await hold(page, '**/static/fonts/*');
    await page.goto(path, { waitUntil: 'commit' });
    await page.getByRole('heading', { level: 1, name: heading }).waitFor();
    await page.getByRole('button', { name: button, exact: true }).waitFor();
    const top = () =>
      page
        .getByRole('button', { name: button, exact: true })
        .evaluate((one) => one.getBoundingClientRect().top);
    await page.waitForFunction(() => {
      const sheets = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')];
      return sheets.every(({ sheet }) => sheet !== null);
    });
    const before = await top();
    await releaseFonts();
    // Before its first layout a page has asked for no font, and says that all of them are loaded.
    await page.waitForFunction(() =>
      ['Atkinson Hyperlegible Next Variable', 'Bricolage Grotesque Variable'].every((face) =>
        document.fonts.check(`1em ${face}`),
      ),
    );
    expect(Math.abs((await top()) - before)).toBeLessThan(1);
    if (path === '/register') await expectAccessible(page);
    await release();
    await page.locator('#root:not([data-prerendered])').waitFor();
    expect(Math.abs((await top()) - before)).toBeLessThan(1);
  }
});

test('PWA-07 what is typed and pressed before the script is kept, and the password stays out of the address', async ({
  newcomer: { page },
  marie,
}) => {
  const release = await holdApp(page);
  const addresses: string[] = [];
  page.on('request', (request) => addresses.push(request.url()));
  await page.goto('/login', { waitUntil: 'commit' });
  await email(page).fill(marie.email);
  await page.getByRole('button', { name: 'Show password' }).click();
  await password(page).pressSequentially(PASSWORD.slice(0, -1));
  await release();
  await page.locator('#root:not([data-prerendered])').waitFor();
  await page.keyboard.type(PASSWORD.slice(-1));
  expect(await password(page).inputValue()).toBe(PASSWORD);
  expect(await password(page).getAttribute('type')).toBe('text');
  await page.reload();
  const releaseAgain = await holdApp(page);
  await page.goto('/login', { waitUntil: 'commit' });
  await email(page).fill(marie.email);
  await password(page).fill(PASSWORD);
  await password(page).press('Enter');
  await releaseAgain();
  await page.getByRole('heading', { level: 1, name: /Marie/ }).waitFor();
  expect(addresses.filter((url) => url.includes(PASSWORD) || url.includes('password='))).toEqual([]);
});

test('PWA-07 a person with a session does not see the form on the way to their page', async ({
  newcomer,
  marie,
}) => {
  const { page } = newcomer;
  await enterAs(newcomer, marie);
  const release = await holdApp(page);
  await page.goto('/login', { waitUntil: 'commit' });
  await page.locator('form').waitFor({ state: 'attached' });
  await page.waitForFunction(() => document.styleSheets.length > 0);
  expect(await email(page).isVisible()).toBe(false);
  await release();
  await page.getByRole('heading', { level: 1, name: /Marie/ }).waitFor();
});
