import { SESSION_STORAGE_KEY } from '@hereabouts/contract/auth';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { authCall } from './auth-call.ts';
import { test as journey } from './fixtures.ts';
import { hold } from './held-request.ts';
import { loseAnswer } from './lost-answer.ts';
import { linkIn, openSentMessages } from './sent-messages.ts';
import { enterAsGuest, newPerson, type Person } from './person.ts';
import { expectAccessible, PASSWORD, type Visitor } from './visitor.ts';

const SENT = 'Password reset instructions have been sent to your email.';
const NEW_PASSWORD = 'heather-and-slate-72';

const test = journey
  .extend('sentMessages', ({ product }) => openSentMessages(product))
  .extend('auth', ({ product, marie: { email }, sentMessages }) => {
    const call = (method: 'POST' | 'PUT', path: string, body: object, token?: string) =>
      authCall(product, method, path, body, token);
    /** The link of a mail, to Marie where nobody else is named. */
    const newLink = async (to = email) => {
      await call('POST', '/recover', { email: to });
      return linkIn(await sentMessages.next(to));
    };
    const useUp = (link: string) => {
      const token_hash = new URL(link).searchParams.get('token_hash');
      return call('POST', '/verify', { type: 'recovery', token_hash });
    };
    /** Proves that the address is Marie's: the first proof ends whatever came before it, which is not the subject here. */
    const proveAddress = async () => {
      const { access_token: token } = await useUp(await newLink());
      await call('PUT', '/user', { password: PASSWORD }, token);
      expect((await sentMessages.next(email)).subject).toContain('password');
    };
    return { newLink, useUp, proveAddress };
  })
  /** Marie, whose address is proven, at a browser that does not know her. */
  .extend('visitor', async ({ visit, auth }) => {
    await auth.proveAddress();
    return visit();
  });

const sendButton = (page: Page) => page.getByRole('button', { name: 'Send Reset Instructions' });

async function logIn({ page }: Visitor, { email }: Person, password: string): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'LOG IN' }).click();
}

/** Opens a link and goes on from it to the form of the new password. */
async function openForm(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('New password', { exact: true }).waitFor();
}

test('FORGOT-01 FORGOT-02 an empty or blank e-mail address is refused', async ({ page }) => {
  await page.goto('/forgot-password');
  for (const blank of ['', '   ']) {
    await page.getByLabel('Email').fill(blank);
    await sendButton(page).click();
    await page.getByText('Please enter your email address').waitFor();
  }
  await expectAccessible(page);
  await page.getByRole('link', { name: /back/i }).click();
  await page.waitForURL('**/login');
});

test('FORGOT-01 FORGOT-03 the answer is the same for known and unknown addresses', async ({
  marie,
  page,
}) => {
  for (const email of ['nobody@example.org', marie.email]) {
    await page.goto('/forgot-password');
    await page.getByLabel('Email').fill(email);
    const release = await hold(page, '**/auth/v1/recover*');
    await sendButton(page).click();
    expect(await page.getByRole('button', { name: 'Sending...' }).isDisabled()).toBe(true);
    await release();
    await page.getByText(SENT).waitFor();
  }
  await expectAccessible(page);
});

test('FORGOT-04 a failure shows the service’s message, or the page’s own text where there is none', async ({
  marie,
  visitor,
  page,
}) => {
  visitor.allowErrors(/400|ERR_FAILED/);
  await page.goto('/forgot-password');
  await page.getByLabel('Email').fill('not an address');
  await sendButton(page).click();
  await page.getByText('This is not a valid email address').waitFor();
  await page.getByLabel('Email').fill(marie.email);
  await page.route('**/auth/v1/recover*', (route) => route.abort());
  await sendButton(page).click();
  await page.getByText('Something went wrong. Please try again.').waitFor();
});

test('FORGOT-05 RESET-01 the link leads to the form and can be opened again', async ({
  product,
  page,
  auth,
}) => {
  const link = await auth.newLink();
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

test('NAV-07 RESET-01 a new password leads on to the page that was asked for before', async ({
  marie: { email },
  page,
  sentMessages,
}) => {
  await page.goto('/forgot-password?next=%2Fcontacts');
  await page.getByLabel('Email').fill(email);
  await sendButton(page).click();
  await openForm(page, linkIn(await sentMessages.next(email)));
  await page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD);
  await page.getByLabel('Repeat new password').fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Save new password' }).click();
  await page.waitForURL(({ pathname }) => pathname === '/contacts');
});

test('RESET-01 the two passwords must match, and a weak one can be replaced with the same link', async ({
  visitor,
  page,
  auth,
}) => {
  visitor.allowErrors(/422/);
  await openForm(page, await auth.newLink());
  const first = page.getByLabel('New password', { exact: true });
  const second = page.getByLabel('Repeat new password', { exact: true });
  const save = page.getByRole('button', { name: 'Save new password' });
  await first.fill(NEW_PASSWORD);
  await second.fill(`${NEW_PASSWORD}!`);
  await save.click();
  await page.getByText('The two passwords are not the same.').waitFor();
  for (const field of [first, second]) await field.fill('password123');
  await save.click();
  await page.getByText('This password is too easy to guess.').waitFor();
  await expectAccessible(page);
});

test('RESET-01 success signs in, goes home, and ends every other session', async ({
  visit,
  marie,
  page,
  auth,
}) => {
  const link = await auth.newLink();
  const elsewhere = await visit();
  elsewhere.allowErrors(/400|401|403/, /could not load/);
  await logIn(elsewhere, marie, PASSWORD);
  await elsewhere.page.getByRole('heading', { name: 'Welcome, Marie' }).waitFor();

  await openForm(page, link);
  await page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD);
  await page.getByLabel('Repeat new password', { exact: true }).fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Save new password' }).click();
  await page.waitForURL((url) => url.pathname === '/');
  await page.getByRole('heading', { name: 'Welcome, Marie' }).waitFor();
  await elsewhere.page.waitForURL((url) => url.pathname === '/login');

  await logIn(elsewhere, marie, PASSWORD);
  await elsewhere.page.getByText('Invalid login credentials').waitFor();
  await logIn(elsewhere, marie, NEW_PASSWORD);
  await elsewhere.page.waitForURL((url) => url.pathname === '/');
});

test('RESET-01 a new password whose answer was lost is there when it is sent again', async ({
  visitor,
  page,
  auth,
}) => {
  visitor.allowErrors(/ERR_FAILED/);
  await openForm(page, await auth.newLink());
  for (const label of ['New password', 'Repeat new password'])
    await page.getByLabel(label, { exact: true }).fill(NEW_PASSWORD);
  await loseAnswer(page, 'PUT', '**/auth/v1/user*');
  const save = page.getByRole('button', { name: 'Save new password' });
  await save.click();
  await page.getByText('Something went wrong. Please try again.').waitFor();
  await save.click();
  await page.getByText('Your password has been changed.').waitFor();
  await page.waitForURL((url) => url.pathname === '/');
});

test('RESET-01 another person’s link in another tab ends the form, whose password would become theirs', async ({
  visitor,
  product,
  page,
  auth,
}) => {
  visitor.allowErrors(/40[013]/);
  await openForm(page, await auth.newLink());
  await page.reload();
  await page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD);
  const pierre = await newPerson(product, 'Pierre');
  const other = await page.context().newPage();
  await openForm(other, await auth.newLink(pierre.email));
  await page.getByText('This link has expired or has been used already.').waitFor();
  await expectAccessible(page);
  await other.getByLabel('New password', { exact: true }).waitFor();
});

/** A password is set, as in another tab: the session of the link may not set another one. */
async function comeTooLate(page: Page): Promise<void> {
  await page.evaluate(
    async ([key, password]) => {
      const { access_token } = JSON.parse(localStorage.getItem(key) ?? '{}');
      const headers = { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' };
      await fetch('/auth/v1/user', { method: 'PUT', headers, body: JSON.stringify({ password }) });
    },
    [SESSION_STORAGE_KEY, NEW_PASSWORD] as const,
  );
  for (const label of ['New password', 'Repeat new password'])
    await page.getByLabel(label, { exact: true }).fill('gorse-and-lighthouse-7');
  await page.getByRole('button', { name: 'Save new password' }).click();
  await page.getByText('This link has expired or has been used already.').waitFor();
}

test('RESET-01 a form whose session may set no password any more says so and offers a new mail', async ({
  visitor,
  page,
  auth,
}) => {
  visitor.allowErrors(/400/);
  await openForm(page, await auth.newLink());
  await comeTooLate(page);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Sign out and send a new link' }).click();
  await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor();
});

test('RESET-01 GUEST-04 a guest who asks for another link for their account is the guest again meanwhile', async ({
  visitor,
  page,
  auth,
}) => {
  visitor.allowErrors(/400/);
  await page.goto('/login');
  await enterAsGuest(page, 'Zoe');
  await openForm(page, await auth.newLink());
  await comeTooLate(page);
  await page.getByRole('button', { name: 'Sign out and send a new link' }).click();
  await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor();
  const stored = await page.evaluate((key) => localStorage.getItem(key), SESSION_STORAGE_KEY);
  expect(JSON.parse(stored ?? 'null')).toMatchObject({ user: { is_anonymous: true } });
});

async function useAgain({ page, allowErrors }: Visitor, link: string): Promise<void> {
  allowErrors(/403/);
  await page.goto(link);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('This link has expired or has been used already.').waitFor();
}

test('RESET-01 a used link says so and offers a new mail', async ({ visitor, page, auth }) => {
  const link = await auth.newLink();
  await auth.useUp(link);
  await useAgain(visitor, link);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Send a new link' }).click();
  await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor();
});

test('RESET-01 a used link offers a new mail to a person who is signed in, too', async ({
  visitor,
  marie,
  page,
  auth,
}) => {
  const link = await auth.newLink();
  await auth.useUp(link);
  await logIn(visitor, marie, PASSWORD);
  await page.getByRole('heading', { name: 'Welcome, Marie' }).waitFor();
  await useAgain(visitor, link);
  expect(await page.getByRole('link', { name: /back/i }).getAttribute('href')).toBe('/home');
  await page.getByRole('button', { name: 'Sign out and send a new link' }).click();
  await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor();
});
