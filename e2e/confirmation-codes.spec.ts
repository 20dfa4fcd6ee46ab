import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { test as journey } from './fixtures.ts';
import { expectFocus } from './focus.ts';
import { codeIn, openSentMessages } from './sent-messages.ts';
import { expectAccessible, PASSWORD } from './visitor.ts';

/** Sign-ups whose address is confirmed with a code. */

const OTHER_PASSWORD = 'heather-and-slate-72';

const test = journey.extend('settings', { scope: 'file' }, { AUTH_CONFIRM_EMAIL: 'true' });

let sentMessages: ReturnType<typeof openSentMessages>;
let page: Page;

test.beforeAll(({ product }) => void (sentMessages = openSentMessages(product)));
test.beforeEach(({ newcomer }) => void ({ page } = newcomer));

const isHome = (url: URL) => url.pathname === '/';
const password = () => page.getByLabel('Password', { exact: true });
const press = (name: string) => page.getByRole('button', { name, exact: true }).click();

async function askByPhone(phone: string): Promise<void> {
  await page.goto('/register');
  await page.getByLabel('Full name').fill('Odette');
  await press('Use phone instead');
  await page.getByLabel('Phone').fill(phone);
  await password().fill(PASSWORD);
  await press('Create account');
  await expectFocus(page, 'Code');
}

async function confirmWithCode(to: string): Promise<void> {
  await page.getByLabel('Code').fill(codeIn(await sentMessages.next(to)));
  await press('Confirm');
}

async function logInByPhone(phone: string, secret: string): Promise<void> {
  await page.evaluate(() => localStorage.clear());
  await page.goto('/login');
  await press('Use phone instead');
  await page.getByLabel('Phone').fill(phone);
  await password().fill(secret);
  await press('LOG IN');
}

test('REG-02 LOGIN-08 another code for a phone can be asked for, also after a reload, and the password of the sign-up counts', async () => {
  await askByPhone('+447797700124');
  await sentMessages.next('+447797700124');
  await page.reload();
  await press('Send a new code');
  await page.getByText('a new message is on its way').waitFor();
  await expectAccessible(page);
  await confirmWithCode('+447797700124');
  await page.waitForURL(isHome);
  await logInByPhone('+447797700124', PASSWORD);
  await page.waitForURL(isHome);
});

test('REG-04 LOGIN-08 whoever confirms a phone that somebody else has also signed up with chooses a new password', async ({
  product: { url },
}) => {
  const phone = '+447797700125';
  const answer = await fetch(`${url}/auth/v1/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ phone, password: OTHER_PASSWORD }),
  });
  expect(answer.status).toBe(200);
  await sentMessages.next(phone);
  await askByPhone(phone);
  await confirmWithCode(phone);
  await page.getByRole('heading', { name: 'Choose a password' }).waitFor();
  await expectFocus(page, 'Password');
  await page.reload();
  await password().fill('gorse-and-lighthouse-7');
  await press('Save password');
  await page.waitForURL(isHome);
  await logInByPhone(phone, 'gorse-and-lighthouse-7');
  await page.waitForURL(isHome);
});
