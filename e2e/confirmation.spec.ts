import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { test as journey } from './fixtures.ts';
import { linkIn, openOutbox } from './outbox.ts';
import { expectAccessible, PASSWORD } from './visitor.ts';

const CONFIRM = 'Check your email to confirm your account.';

const test = journey.extend('settings', { scope: 'file' }, { AUTH_CONFIRM_EMAIL: 'true' });

let outbox: ReturnType<typeof openOutbox>;
let page: Page;

test.beforeAll(({ product }) => void (outbox = openOutbox(product)));
test.beforeEach(({ newcomer }) => void ({ page } = newcomer));

const isHome = (url: URL) => url.pathname === '/';

async function askForAccount(name: string, email: string): Promise<void> {
  await page.goto('/register');
  await page.getByLabel('Full name').fill(name);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByText(CONFIRM).waitFor();
}

test('REG-02 with confirmation on, the link in the mail signs in', async () => {
  await askForAccount('Jeanne', 'jeanne@example.org');
  await expectAccessible(page);
  const link = linkIn(await outbox.next('jeanne@example.org'));
  await page.goto(link);
  await page.waitForURL(isHome);
  await page.getByRole('heading', { name: 'Welcome, Jeanne' }).waitFor();
  expect(page.url()).not.toContain('token');
});

test('REG-03 a taken e-mail is answered as a new one; its owner is told by mail', async () => {
  await askForAccount('Somebody', 'jeanne@example.org');
  expect((await outbox.next('jeanne@example.org')).subject).toContain('already have');
});

test('REG-02 a link that a mail scanner opened first has confirmed the account all the same', async () => {
  await askForAccount('Hugh', 'hugh@example.org');
  const link = linkIn(await outbox.next('hugh@example.org'));
  await (await fetch(link)).text();
  await page.goto(link);
  await page.waitForURL((url) => url.pathname === '/login');
  await page.getByLabel('Email').fill('hugh@example.org');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'LOG IN' }).click();
  await page.getByRole('heading', { name: 'Welcome, Hugh' }).waitFor();
});

test('REG-02 LOGIN-06 before the confirmation signing in says what is missing; a broken link says so', async () => {
  await askForAccount('Simon', 'simon@example.org');
  const link = linkIn(await outbox.next('simon@example.org'));
  await page.goto('/login');
  await page.getByLabel('Email').fill('simon@example.org');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'LOG IN' }).click();
  await page.getByRole('alert').getByText('Please confirm your email first').waitFor();

  await page.goto(link.replace(/token=.{8}/, 'token=00000000'));
  await page.waitForURL((url) => url.pathname === '/login');
  await page.getByText('This link or code has expired or was used before').waitFor();
  expect(page.url()).not.toContain('error');
});

test('REG-02 LOGIN-08 a phone is confirmed with the code sent to it', async () => {
  await page.goto('/register');
  await page.getByLabel('Full name').fill('Odette');
  await page.getByRole('button', { name: 'Use phone instead' }).click();
  await page.getByLabel('Phone').fill('07797 700123');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByLabel('Code').waitFor();
  await expectAccessible(page);
  const code = /\b\d{6}\b/.exec((await outbox.next('+447797700123')).text)?.[0] ?? '';
  await page.getByLabel('Code').fill(code === '000000' ? '111111' : '000000');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByRole('alert').waitFor();
  await page.getByLabel('Code').fill(code);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.waitForURL(isHome);
  await page.getByRole('heading', { name: 'Welcome, Odette' }).waitFor();
});
