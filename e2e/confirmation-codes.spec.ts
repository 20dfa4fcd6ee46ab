import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { test as journey } from './fixtures.ts';
import { expectFocus } from './focus.ts';
import { loseAnswer } from './lost-answer.ts';
import { enterAsGuest } from './person.ts';
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

async function askByMail(email: string): Promise<void> {
  await page.goto('/register?next=%2Fcontacts');
  await page.getByLabel('Full name').fill('Odette');
  await page.getByLabel('Email').fill(email);
  await password().fill(PASSWORD);
  await press('Create account');
  await page.getByText('Check your email to confirm your account.').waitFor();
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

const isContacts = (url: URL) => url.pathname === '/contacts';

test('REG-02 NAV-07 where a sign-up waits for its mail, the code of the mail confirms it as well', async () => {
  await askByMail('ada@example.org');
  await expectFocus(page, 'Almost there');
  await expectAccessible(page);
  await confirmWithCode('ada@example.org');
  await page.waitForURL(isContacts);
});

test('LOGIN-06 REG-04 whoever signs in before the confirmation is led to the code, and another mail can be asked for', async () => {
  await askByMail('elie@example.org');
  await sentMessages.next('elie@example.org');
  await page.goto('/login?next=%2Fcontacts');
  await page.getByLabel('Email').fill('elie@example.org');
  await password().fill(PASSWORD);
  await press('LOG IN');
  await page.getByRole('link', { name: 'Confirm your account' }).click();
  await press('Send again');
  await page.getByText('a new message is on its way').waitFor();
  await confirmWithCode('elie@example.org');
  await page.waitForURL(isContacts);
});

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

test('REG-04 LOGIN-08 confirming a phone that somebody else also signed up with takes a new password', async ({
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

/** As a guest who asks for an account. */
async function askAsGuest(email: string): Promise<void> {
  await page.goto('/login');
  await enterAsGuest(page, 'Zoe');
  await page.goto('/register?next=%2Fcontacts');
  await page.getByLabel('Email').fill(email);
  await password().fill(PASSWORD);
  await press('Create account');
  await page.getByLabel('Code').waitFor();
}

test('GUEST-02 a guest who comes back from their mail finds the field of the code, and can ask for another one', async () => {
  await askAsGuest('rozel@example.org');
  await sentMessages.next('rozel@example.org');
  await page.reload();
  await page.getByText('rozel@example.org', { exact: false }).waitFor();
  await press('Send again');
  await page.getByText('a new message is on its way').waitFor();
  await expectAccessible(page);
  await confirmWithCode('rozel@example.org');
  await page.waitForURL(isContacts);
  await page.evaluate(() => localStorage.clear());
  await page.goto('/login');
  await page.getByLabel('Email').fill('rozel@example.org');
  await password().fill(PASSWORD);
  await press('LOG IN');
  await page.waitForURL(isHome);
});

test('GUEST-02 a guest goes on as an account where the response to a right code was lost', async () => {
  await askAsGuest('bouley@example.org');
  await loseAnswer(page, 'POST', '**/auth/v1/verify*');
  await confirmWithCode('bouley@example.org');
  await page.waitForURL(isContacts);
  await page.getByRole('tab', { name: /Discover/ }).waitFor();
});

test('GUEST-02 an old link of a guest’s first address offers no message that would never come, and a guest the way to another one', async () => {
  const open = async () => {
    await page.goto('/confirm?token_hash=x&type=email_change&redirect_to=%2Fcontacts');
    await press('Confirm my account');
    await page.getByText('in the browser where you are a guest').waitFor();
    await expectAccessible(page);
    expect(await page.getByLabel('Email').count()).toBe(0);
  };
  const again = page.getByRole('link', { name: 'Create an account' });
  await open();
  expect(await again.count()).toBe(0);
  await enterAsGuest(page, 'Zoe');
  await open();
  expect(await again.getAttribute('href')).toBe('/register?next=%2Fcontacts');
});
