import { ACCOUNT_DATA_TEXTS } from '@hereabouts/contract/account-data';
import { AUTH_API_VERSION, AUTH_TEXTS } from '@hereabouts/contract/auth';
import { eventLinkRoutes } from '@hereabouts/contract/event-links';
import { createCaller } from '@hereabouts/testing/caller';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { test as journey } from './fixtures.ts';
import { expectFocus, tabTo } from './focus.ts';
import { codeIn, linkIn, openSentMessages } from './sent-messages.ts';
import { newEvent } from './person.ts';
import { expectAccessible, PASSWORD } from './visitor.ts';

const CONFIRM = 'Check your email to confirm your account.';
const OTHER_PASSWORD = 'heather-and-slate-72';

const test = journey.extend('settings', { scope: 'file' }, { AUTH_CONFIRM_EMAIL: 'true' });

let sentMessages: ReturnType<typeof openSentMessages>;
let url: string;
let page: Page;

test.beforeAll(({ product }) => {
  sentMessages = openSentMessages(product);
  ({ url } = product);
});
test.beforeEach(({ newcomer }) => void ({ page } = newcomer));

const isHome = (url: URL) => url.pathname === '/';
const password = () => page.getByLabel('Password', { exact: true });
const confirm = () => page.getByRole('button', { name: 'Confirm my account' });

async function askForAccount(name: string, email: string, path = '/register'): Promise<void> {
  await page.goto(path);
  await page.getByLabel('Full name').fill(name);
  await page.getByLabel('Email').fill(email);
  await password().fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByText(CONFIRM).waitFor();
}

/** As somebody does who types an address that is not theirs. */
async function askElsewhere(name: string, email: string): Promise<void> {
  const answer = await fetch(`${url}/auth/v1/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: OTHER_PASSWORD, data: { name } }),
  });
  expect(answer.status).toBe(200);
}

async function logIn(email: string, secret: string): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await password().fill(secret);
  await page.getByRole('button', { name: 'LOG IN' }).click();
}

test('REG-02 REG-04 with confirmation on, the link opens a page whose button confirms the address and signs in', async () => {
  await askForAccount('Jeanne', 'jeanne@example.org');
  await expectAccessible(page);
  const link = linkIn(await sentMessages.next('jeanne@example.org'));
  // As a mail scanner does, and a person who looks twice.
  await (await fetch(link)).text();
  for (let visit = 0; visit < 2; visit += 1) {
    await page.goto(link);
    await confirm().waitFor();
  }
  expect(new URL(page.url()).pathname).toBe('/confirm');
  await expectAccessible(page);
  await tabTo(page, 'Confirm my account');
  await page.keyboard.press('Enter');
  await page.waitForURL(isHome);
  await page.getByRole('heading', { name: 'Welcome, Jeanne' }).waitFor();
  expect(page.url()).not.toContain('token');
});

test('NAV-07 REG-04 confirming by the link leads on to the page requested before', async () => {
  await askForAccount('Rosel', 'rosel@example.org', '/register?next=%2Fcontacts');
  await page.goto(linkIn(await sentMessages.next('rosel@example.org')));
  await confirm().click();
  await page.waitForURL(({ pathname }) => pathname === '/contacts');
});

test('REG-03 a sign-up with an existing account’s address is answered like any other; its owner gets a mail', async () => {
  await askForAccount('Ann', 'ann@example.org');
  await page.goto(linkIn(await sentMessages.next('ann@example.org')));
  await confirm().click();
  await page.waitForURL(isHome);
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  await askForAccount('Somebody', 'ann@example.org');
  expect((await sentMessages.next('ann@example.org')).subject).toContain('already have');
});

test('REG-04 a mail scanner that opens the link confirms nothing', async () => {
  await askForAccount('Hugh', 'hugh@example.org');
  const link = linkIn(await sentMessages.next('hugh@example.org'));
  await (await fetch(link)).text();
  await logIn('hugh@example.org', PASSWORD);
  await page.getByRole('alert').getByText('Please confirm your email first').waitFor();
});

test('REG-04 if somebody else has also signed up with the address, its owner chooses a new password', async () => {
  await askElsewhere('Mallory', 'odile@example.org');
  const theirs = linkIn(await sentMessages.next('odile@example.org'));
  await askForAccount('Odile', 'odile@example.org');
  // The owner may open either of the two messages: here the one the other person caused.
  await page.goto(theirs);
  await confirm().click();
  await page.getByRole('heading', { name: 'Choose a password' }).waitFor();
  await expectFocus(page, 'Password');
  await expectAccessible(page);
  await page.reload();
  await password().fill('password123');
  await page.getByRole('button', { name: 'Save password' }).click();
  await page.getByRole('alert').getByText('Please choose a stronger password.').waitFor();
  await password().fill('gorse-and-lighthouse-7');
  await page.getByRole('button', { name: 'Save password' }).click();
  await page.waitForURL(isHome);

  await page.evaluate(() => localStorage.clear());
  await logIn('odile@example.org', OTHER_PASSWORD);
  await page.getByRole('alert').getByText('Invalid login credentials').waitFor();
  await logIn('odile@example.org', 'gorse-and-lighthouse-7');
  await page.waitForURL(isHome);
});

test('REG-04 whoever takes long to choose the password enters a code that is sent then, and can ask for another one', async ({
  newcomer,
}) => {
  newcomer.allowErrors(/400/);
  await askElsewhere('Mallory', 'anley@example.org');
  await sentMessages.next('anley@example.org');
  await askForAccount('Anley', 'anley@example.org');
  await page.goto(linkIn(await sentMessages.next('anley@example.org')));
  await confirm().click();
  await password().fill('gorse-and-lighthouse-7');
  // What the server answers ten minutes after the sign-in; all that follows is its own.
  const answer = {
    status: 400,
    headers: { 'x-supabase-api-version': AUTH_API_VERSION },
    json: { code: 'reauthentication_needed', message: 'Please confirm with a code that it is you' },
  };
  await page.route('**/auth/v1/user*', (route) => route.fulfill(answer), { times: 1 });
  await page.getByRole('button', { name: 'Save password' }).click();
  await expectFocus(page, 'Code we sent you');
  await expectAccessible(page);
  await sentMessages.next('anley@example.org');
  await page.getByRole('button', { name: 'Send a new code' }).click();
  await page.getByText('We sent you a new code.').waitFor();
  await expectAccessible(page);
  const code = codeIn(await sentMessages.next('anley@example.org'));
  await page.getByLabel('Code we sent you').fill(code);
  await page.getByRole('button', { name: 'Save password' }).click();
  await page.waitForURL(isHome);
  await page.evaluate(() => localStorage.clear());
  await logIn('anley@example.org', 'gorse-and-lighthouse-7');
  await page.waitForURL(isHome);
});

test('REG-04 a person who leaves before choosing a password can choose it on the profile', async () => {
  await askElsewhere('Mallory', 'perrine@example.org');
  await sentMessages.next('perrine@example.org');
  await askForAccount('Perrine', 'perrine@example.org');
  await page.goto(linkIn(await sentMessages.next('perrine@example.org')));
  await confirm().click();
  await page.getByRole('heading', { name: 'Choose a password' }).waitFor();

  await page.goto('/profile');
  await page.getByRole('button', { name: 'Choose a password' }).click();
  const dialog = page.getByRole('dialog');
  await expectAccessible(page);
  await dialog.getByLabel('Password', { exact: true }).fill('gorse-and-lighthouse-7');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Your password has been saved.').waitFor();
  await page.getByRole('button', { name: 'Change Password' }).waitFor();
  await page.evaluate(() => localStorage.clear());
  await logIn('perrine@example.org', 'gorse-and-lighthouse-7');
  await page.waitForURL(isHome);
});

test('REG-04 SAFE-03 a person without a password who deletes the account some time after the sign-in chooses one first', async ({
  newcomer,
}) => {
  newcomer.allowErrors(/403/);
  await askElsewhere('Mallory', 'rozel@example.org');
  await sentMessages.next('rozel@example.org');
  await askForAccount('Rozel', 'rozel@example.org');
  await page.goto(linkIn(await sentMessages.next('rozel@example.org')));
  await confirm().click();
  await page.getByRole('heading', { name: 'Choose a password' }).waitFor();
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Delete my account' }).click();
  const dialog = page.getByRole('dialog');
  // What the server answers ten minutes after the sign-in.
  const json = { error: { code: 'forbidden', message: ACCOUNT_DATA_TEXTS.signInAgain } };
  await page.route('**/api/me/deletion', (route) => route.fulfill({ status: 403, json }), { times: 1 });
  await dialog.getByRole('button', { name: 'Delete' }).waitFor();
  expect(await password().count()).toBe(0);
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await dialog.getByText('first press “Choose a password”').waitFor();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Choose a password' }).click();
  await password().fill('gorse-and-lighthouse-7');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Change Password' }).waitFor();
  await page.getByRole('button', { name: 'Delete my account' }).click();
  await password().fill('gorse-and-lighthouse-7');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await page.waitForURL(({ pathname }) => pathname === '/login');
  await page.getByText('Your account has been deleted.').waitFor();
});

test('REG-02 LOGIN-06 signing in before the confirmation asks to confirm the address first', async () => {
  await askForAccount('Simon', 'simon@example.org');
  await logIn('simon@example.org', PASSWORD);
  await page.getByRole('alert').getByText('Please confirm your email first').waitFor();
});

test('REG-04 a used link says so and offers to send another message', async () => {
  await askForAccount('Tom', 'tom@example.org');
  const link = linkIn(await sentMessages.next('tom@example.org'));
  await page.goto(link.replace(/token_hash=.{8}/, 'token_hash=00000000'));
  await confirm().click();
  await page.getByText('This link has expired or has been used already.').waitFor();
  await expectAccessible(page);
  await page.getByLabel('Email').fill('tom@example.org');
  await page.route('**/auth/v1/resend*', (route) => route.fulfill({ json: {} }), { times: 1 });
  await page.getByRole('button', { name: 'Send again' }).click();
  await page.getByText('If this address is waiting to be confirmed, a new message is on its way.').waitFor();
});

test('OPS-04 whose invitation code was used up before the confirmation is led to where another one is entered', async ({
  newcomer,
}) => {
  newcomer.allowErrors(/422/);
  await page.route('**/auth/v1/verify*', (route) =>
    route.fulfill({
      status: 422,
      headers: { 'x-supabase-api-version': AUTH_API_VERSION },
      json: { code: 'signup_disabled', message: AUTH_TEXTS.invitationCodeWrong },
    }),
  );
  await page.goto('/confirm?token_hash=of-a-sign-up&type=signup');
  await confirm().click();
  await page.getByText(AUTH_TEXTS.invitationCodeWrong).waitFor();
  await page.getByRole('link', { name: 'Create an account' }).click();
  await page.getByLabel('Full name').waitFor();
});

test('REG-02 LOGIN-08 a phone is confirmed with the code sent to it', async () => {
  await page.goto('/register');
  await page.getByLabel('Full name').fill('Odette');
  await page.getByRole('button', { name: 'Use phone instead' }).click();
  await page.getByLabel('Phone').fill('07797 700123');
  await password().fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByLabel('Code').waitFor();
  await expectAccessible(page);
  const code = /\b\d{6}\b/.exec((await sentMessages.next('+447797700123')).text)?.[0] ?? '';
  await page.getByLabel('Code').fill(code === '000000' ? '111111' : '000000');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByRole('alert').waitFor();
  await page.getByLabel('Code').fill(code);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.waitForURL(isHome);
  await page.getByRole('heading', { name: 'Welcome, Odette' }).waitFor();
});

test('with confirmation on, a guest stays one until the code of the mail is entered, and keeps the answer', async () => {
  const host = await createHost('marie.le.brocq@example.org');
  await page.goto(`/join/${host.token}`);
  await page.getByRole('button', { name: 'Go on as a guest' }).click();
  await page.getByLabel('Your name').fill('Zoe');
  await page.getByRole('button', { name: 'Maybe', exact: true }).click();
  await page.waitForURL(({ pathname }) => pathname === `/event/${host.eventId}`);
  await page.goto(`/register?next=/event/${host.eventId}`);
  await page.getByLabel('Email').fill('zoe@example.org');
  await password().fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
  const code = /\b\d{6}\b/.exec((await sentMessages.next('zoe@example.org')).text)?.[0] ?? '';
  await page.getByText('you stay a guest').waitFor();
  await page.getByLabel('Code').fill(code);
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await page.waitForURL(({ pathname }) => pathname === `/event/${host.eventId}`);
  await page.getByRole('button', { name: 'Maybe', exact: true, pressed: true }).waitFor();
  // What the browser kept of the page still says so, until the answer is there.
  await expect.poll(() => page.getByText('Guest', { exact: true }).count()).toBe(0);
});

test('GUEST-02 with confirmation on, a guest stays one until the link of the mail is pressed; the page that waited leads on', async () => {
  const host = await createHost('emma.renouf@example.org');
  await page.goto(`/join/${host.token}`);
  await page.getByRole('button', { name: 'Go on as a guest' }).click();
  await page.getByLabel('Your name').fill('Zoe');
  await page.getByRole('button', { name: 'Going', exact: true }).click();
  await page.waitForURL(({ pathname }) => pathname === `/event/${host.eventId}`);
  await page.goto(`/register?next=/event/${host.eventId}`);
  await page.getByLabel('Email').fill('zoe.by.link@example.org');
  await password().fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByText('you stay a guest').waitFor();
  const link = linkIn(await sentMessages.next('zoe.by.link@example.org'));
  const other = await page.context().newPage();
  await other.goto(link);
  await other.getByRole('button', { name: 'Confirm my account' }).click();
  await other.waitForURL(({ pathname }) => pathname === `/event/${host.eventId}`);
  await page.waitForURL(({ pathname }) => pathname === `/event/${host.eventId}`);
  await page.getByRole('button', { name: 'Going', exact: true, pressed: true }).waitFor();
  // What the browser kept of the page still says so, until the answer is there.
  await expect.poll(() => page.getByText('Guest', { exact: true }).count()).toBe(0);
});

/** With an event and its link. */
async function createHost(email: string): Promise<{ eventId: number; token: string }> {
  await askElsewhere('Marie Le Brocq', email);
  const link = linkIn(await sentMessages.next(email));
  const answer = await fetch(`${url}/auth/v1/verify`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ type: 'signup', token_hash: new URL(link).searchParams.get('token_hash') }),
  });
  const { access_token } = (await answer.json()) as { access_token: string };
  const host = createCaller(url, () => access_token);
  const eventId = await newEvent(host, { is_private: true });
  const { token } = await host.ok(eventLinkRoutes.createEventLink, { params: { eventId } });
  return { eventId, token };
}
