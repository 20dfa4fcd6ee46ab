import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { test, type Visit } from './fixtures.ts';
import { hold } from './held-request.ts';
import { linkIn, openOutbox } from './outbox.ts';
import type { Person } from './person.ts';
import type { Product } from './product.ts';
import { expectAccessible, PASSWORD, type Visitor } from './visitor.ts';

const SENT = 'Password reset instructions have been sent to your email.';
const NEW_PASSWORD = 'heather-and-slate-72';

let product: Product;
let visit: Visit;
let marie: Person;
let visitor: Visitor;
let page: Page;
let outbox: ReturnType<typeof openOutbox>;
let link = '';

test.beforeAll(async ({ signedOut }) => {
  ({ product, visit, marie, visitor, page } = signedOut);
  outbox = openOutbox(product);
  await proveAddress();
});

/** Proves that the address is Marie's: the first proof ends whatever came before it, which is not the subject here. */
async function proveAddress(): Promise<void> {
  const call = async (method: string, path: string, body: object, token = '') => {
    const headers = {
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
    };
    const answer = await fetch(`${product.url}/auth/v1${path}`, {
      method,
      headers,
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as { access_token: string };
  };
  await call('POST', '/recover', { email: marie.email });
  const { searchParams } = new URL(linkIn(await outbox.next(marie.email)));
  const proof = { type: 'recovery', token_hash: searchParams.get('token_hash') };
  const { access_token: token } = await call('POST', '/verify', proof);
  await call('PUT', '/user', { password: PASSWORD }, token);
  expect((await outbox.next(marie.email)).subject).toContain('password');
}

const send = () => page.getByRole('button', { name: 'Send Reset Instructions' });

async function logIn({ page }: Visitor, password: string): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(marie.email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'LOG IN' }).click();
}

test('FORGOT-01 FORGOT-02 an empty or blank e-mail is asked for again', async () => {
  await page.goto('/forgot-password');
  for (const blank of ['', '   ']) {
    await page.getByLabel('Email').fill(blank);
    await send().click();
    await page.getByText('Please enter your email address').waitFor();
  }
  await expectAccessible(page);
  await page.getByRole('link', { name: /back/i }).click();
  await page.waitForURL('**/login');
});

test('FORGOT-01 FORGOT-03 the answer is the same for known and unknown addresses', async () => {
  for (const email of ['nobody@example.org', marie.email]) {
    await page.goto('/forgot-password');
    await page.getByLabel('Email').fill(email);
    const release = await hold(page, '**/auth/v1/recover*');
    await send().click();
    expect(await page.getByRole('button', { name: 'Sending...' }).isDisabled()).toBe(true);
    await release();
    await page.getByText(SENT).waitFor();
  }
  await expectAccessible(page);
  visitor.expectNoErrors();
});

test('FORGOT-04 a failure says what the service says, else the words of the page', async () => {
  await page.goto('/forgot-password');
  await page.getByLabel('Email').fill('not an address');
  await send().click();
  await page.getByText('This is not a valid email address').waitFor();
  await page.getByLabel('Email').fill(marie.email);
  await page.route('**/auth/v1/recover*', (route) => route.abort());
  await send().click();
  await page.getByText('Something went wrong. Please try again.').waitFor();
  await page.unroute('**/auth/v1/recover*');
});

test('FORGOT-05 RESET-01 the link leads to the form; opening it uses nothing up', async () => {
  const mail = await outbox.next(marie.email);
  link = linkIn(mail);
  expect(link.startsWith(`${product.url}/reset-password?`)).toBe(true);
  // As a scanner would, and as a person does who looks twice.
  for (let visit = 0; visit < 2; visit += 1) {
    await page.goto(link);
    await page.getByRole('button', { name: 'Continue' }).waitFor();
  }
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('New password', { exact: true }).waitFor();
  expect(page.url()).not.toContain('token');
  // Used up by now, the link is not needed again.
  await page.reload();
  await page.getByLabel('New password', { exact: true }).waitFor();
  await expectAccessible(page);
});

test('RESET-01 the two entries must agree, and a weak one can be mended with the same link', async () => {
  const first = page.getByLabel('New password', { exact: true });
  const second = page.getByLabel('Repeat new password', { exact: true });
  const save = page.getByRole('button', { name: 'Save new password' });
  await first.fill(NEW_PASSWORD);
  await second.fill(`${NEW_PASSWORD}!`);
  await save.click();
  await page.getByText('The two passwords are not the same').waitFor();
  for (const field of [first, second]) await field.fill('password123');
  await save.click();
  await page.getByText('This password is one of the first that are guessed.').waitFor();
  await expectAccessible(page);
});

test('RESET-01 success signs in, goes home, and ends every other session', async () => {
  const elsewhere = await visit();
  await logIn(elsewhere, PASSWORD);
  await elsewhere.page.getByRole('heading', { name: 'Welcome, Marie' }).waitFor();

  await page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD);
  await page.getByLabel('Repeat new password', { exact: true }).fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Save new password' }).click();
  await page.waitForURL((url) => url.pathname === '/');
  await page.getByRole('heading', { name: 'Welcome, Marie' }).waitFor();
  await elsewhere.page.waitForURL((url) => url.pathname === '/login');

  await logIn(elsewhere, PASSWORD);
  await elsewhere.page.getByText('Invalid login credentials').waitFor();
  await logIn(elsewhere, NEW_PASSWORD);
  await elsewhere.page.waitForURL((url) => url.pathname === '/');
  await elsewhere.close();
});

async function useAgain({ page }: Visitor): Promise<void> {
  await page.goto(link);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('This link has expired or has been used already.').waitFor();
}

test('RESET-01 a used link says so and offers a new mail', async () => {
  const stranger = await visit();
  await useAgain(stranger);
  await expectAccessible(stranger.page);
  await stranger.page.getByRole('link', { name: 'Send a new link' }).click();
  await stranger.page.getByRole('heading', { name: 'Forgot your password?' }).waitFor();
  await stranger.close();
});

test('RESET-01 a used link offers a new mail to a person who is signed in, too', async () => {
  await useAgain(visitor);
  expect(await page.getByRole('link', { name: /back/i }).getAttribute('href')).toBe('/home');
  await page.getByRole('button', { name: 'Sign out and send a new link' }).click();
  await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor();
});
