import { MINUTE_MS } from '@hereabouts/contract/durations';
import { SESSION_STORAGE_KEY, type AuthSession } from '@hereabouts/contract/auth';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import {
  authenticator,
  newRecoveryCodes,
  proveAddress,
  signInByPassword,
  withTwoStep,
  wrongCode,
  type Authenticator,
} from './authenticator.ts';
import { test as journey } from './fixtures.ts';
import { expectFocus, tabTo } from './focus.ts';
import { codeIn, linkIn, openSentMessages } from './sent-messages.ts';
import { enterAs, newPerson, type Person } from './person.ts';
import { startLeapingProduct, type LeapingProduct } from './product-clock.ts';
import { expectAccessible, PASSWORD, type Visitor } from './visitor.ts';

const NEW_PASSWORD = 'heather-and-slate-72';
const NO_LONGER_FRESH_MS = 11 * MINUTE_MS;

const test = journey.extend('product', { scope: 'file' }, async ({}, { onCleanup }) => {
  const product = await startLeapingProduct();
  onCleanup(() => product.stop());
  return product;
});

let product: LeapingProduct;
let visitor: Visitor;
let page: Page;
test.beforeEach(({ product: its, newcomer }) => {
  product = its;
  visitor = newcomer;
  ({ page } = newcomer);
});

const code = (on = page) => on.getByLabel('Code', { exact: true });
const dialog = (on = page) => on.getByRole('dialog');
const press = (name: string, on = page) => on.getByRole('button', { name, exact: true }).click();
const isAt = (path: string) => (url: URL) => url.pathname === path;

async function logIn({ email }: Person, path = '/login', password = PASSWORD): Promise<void> {
  await page.goto(path);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await press('LOG IN');
}

async function enter(proof: string, on = page): Promise<void> {
  await code(on).fill(proof);
  await on.keyboard.press('Enter');
}

/** Somebody with two-step sign-in, and their authenticator app. */
const secured = async (name: string): Promise<{ person: Person; app: Authenticator }> =>
  await withTwoStep(product, await newPerson(product, name));

test('MFA-02 SESS-03 enabling shows a QR code, the key and ten recovery codes, and signs other devices out', async ({
  visitBriefly,
}) => {
  const marie = await newPerson(product, 'Marie');
  const other = await visitBriefly();
  await enterAs(other, { ...marie, session: JSON.stringify(await signInByPassword(product, marie)) });
  await other.page.goto('/contacts');
  await other.page.getByRole('heading', { name: 'Friends & Contacts' }).waitFor();
  await enterAs(visitor, marie);
  await page.goto('/profile');
  const sentMessages = openSentMessages(product);
  await press('Turn on two-step sign-in');
  await dialog().getByText('Your other devices will be signed out.').waitFor();
  // Anybody could have signed up with this address.
  const proof = dialog().getByLabel('Code we sent you');
  const sent = codeIn(await sentMessages.next(marie.email));
  await proof.fill(wrongCode(sent));
  await press('Confirm');
  await dialog().getByText('This code is wrong or has expired.').waitFor();
  await expectAccessible(page);
  await proof.fill(sent);
  await page.keyboard.press('Enter');
  const picture = dialog().getByRole('img', { name: 'QR code for your authenticator app' });
  // A picture that the content-security policy refused would have no size of its own.
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  await expectAccessible(page);
  const secret = (await dialog().locator('code').textContent())?.replaceAll(' ', '') ?? '';
  const app = authenticator(product, secret);

  await enter(wrongCode(await app.nextCode()));
  await dialog().getByRole('alert').getByText('This code is wrong.').waitFor();
  await enter(await app.nextCode());
  const codes = dialog().getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await codes.first().waitFor();
  const shown = await codes.allTextContents();
  expect(shown).toHaveLength(10);
  for (const one of shown) expect(one).toMatch(/^([0-9a-hjkmnp-tv-z]{4}-){5}[0-9a-hjkmnp-tv-z]{4}$/);
  await expectAccessible(page);
  await other.page.waitForURL(isAt('/login'));

  await page.keyboard.press('Escape');
  await dialog().getByText('Copy or download the codes before you close this.').waitFor();
  const download = page.waitForEvent('download');
  await press('Download');
  const saved = await (await download).createReadStream();
  let text = '';
  for await (const part of saved) text += String(part);
  for (const one of shown) expect(text).toContain(one);
  await press('I have saved them');
  await page.getByText('10 of 10 recovery codes left.').waitFor();
  await page.reload();
  await page.getByText('10 of 10 recovery codes left.').waitFor();
  visitor.expectNoErrors(/400|422/);
}, 120_000);

test('MFA-02 SESS-03 an abandoned attempt does not prevent another, which later takes a code by mail first', async () => {
  const philippe = await newPerson(product, 'Philippe');
  const sentMessages = openSentMessages(product);
  await proveAddress(product, philippe, sentMessages);
  await enterAs(visitor, philippe);
  await page.goto('/profile');
  await press('Turn on two-step sign-in');
  await dialog().locator('code').waitFor();
  await press('Cancel');
  await product.leap(NO_LONGER_FRESH_MS);
  await press('Turn on two-step sign-in');
  await dialog().getByText('First confirm that it is you').waitFor();
  await page.getByLabel('Code we sent you').fill(codeIn(await sentMessages.next(philippe.email)));
  await press('Confirm');
  await dialog().locator('code').waitFor();
});

test('MFA-03 AUTH-03 the code is required before any other page opens, in every tab, then leads to the requested page', async () => {
  const { person, app } = await secured('Odette');
  await logIn(person, '/login?next=/contacts');
  await code().waitFor();
  expect(new URL(page.url()).pathname).toBe('/two-step');
  await expectAccessible(page);
  for (const path of ['/profile', '/', '/login', '/register', '/event/1']) {
    await page.goto(path);
    await page.waitForURL(isAt('/two-step'));
    await code().waitFor();
  }
  await page.goto('/two-step?next=/contacts');
  await page.reload();
  const other = await page.context().newPage();
  await other.goto('/profile');
  await code(other).waitFor();

  const right = await app.nextCode();
  await enter(wrongCode(right));
  await page.getByRole('alert').getByText('This code is wrong.').waitFor();
  await expectAccessible(page);
  // As it is pasted from an app that shows it in two groups.
  await code().fill('');
  await code().evaluate(
    (input, text) => {
      input.focus();
      document.execCommand('insertText', false, text);
    },
    ` ${right.slice(0, 3)} ${right.slice(3)} `,
  );
  expect(await code().inputValue()).toBe(right);
  await press('Continue');
  await page.waitForURL(isAt('/contacts'));
  await page.getByRole('heading', { name: 'Friends & Contacts' }).waitFor();
  await other.waitForURL(isAt('/profile'));
  await other.getByRole('heading', { name: 'Profile' }).waitFor();
  visitor.expectNoErrors(/422/);
});

test('MFA-03 instead of entering the code a person can sign out, in every tab', async () => {
  const { person } = await secured('Yves');
  await logIn(person);
  await code().waitFor();
  const other = await page.context().newPage();
  await other.goto('/profile');
  await code(other).waitFor();
  await press('Sign out');
  await page.waitForURL(isAt('/login'));
  await other.waitForURL(isAt('/login'));
});

test('MFA-02 MFA-03 a recovery code signs in once instead of a code', async () => {
  const { person } = await secured('Hugh');
  const [recovery = ''] = await newRecoveryCodes(product, person);
  for (const isFirst of [true, false]) {
    await logIn(person);
    await press('Use a recovery code');
    await expectFocus(page, 'Recovery code');
    await page.getByLabel('Recovery code').fill(` ${recovery.toUpperCase().replace(/(.{4})/, '$1-')} `);
    await press('Continue');
    if (!isFirst) break;
    await page.getByText('You have used up one recovery code.').waitFor();
    await page.goto('/profile');
    await page.getByText('9 of 10 recovery codes left.').waitFor();
    await press('Sign Out');
    await page.waitForURL(isAt('/login'));
  }
  await page.getByRole('alert').getByText('This recovery code is wrong or has already been used').waitFor();
  expect(new URL(page.url()).pathname).toBe('/two-step');
  await expectAccessible(page);
});

test('MFA-02 after ten minutes, new recovery codes and turning two-step sign-in off require a code', async () => {
  const { person, app } = await secured('Simon');
  const [old = ''] = await newRecoveryCodes(product, person);
  await enterAs(visitor, person);
  await page.goto('/profile');
  await page.getByText('10 of 10 recovery codes left.').waitFor();
  await product.leap(NO_LONGER_FRESH_MS);

  await press('New recovery codes');
  await press('Make new codes');
  await expectFocus(page, 'Code');
  await expectAccessible(page);
  await enter(wrongCode(await app.nextCode()));
  await dialog().getByRole('alert').waitFor();
  await enter(await app.nextCode());
  const codes = dialog().getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await codes.first().waitFor();
  expect(await codes.allTextContents()).not.toContain(old);
  await press('I have saved them');

  // The code just entered is fresh enough for the next change.
  await press('Turn off');
  await dialog().getByRole('button', { name: 'Turn off' }).click();
  await page.getByRole('button', { name: 'Turn on two-step sign-in' }).waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'Turn on two-step sign-in' }).waitFor();
  await press('Sign Out');
  await page.waitForURL(isAt('/login'));
  await logIn(person);
  await page.waitForURL(isAt('/'));
});

test('RESET-01 a reset link requires the second step first, then the new password', async ({
  visitBriefly,
}) => {
  const { person, app } = await secured('Jeanne');
  const elsewhere = await visitBriefly();
  await enterAs(elsewhere, person);
  await elsewhere.page.goto('/contacts');
  await elsewhere.page.getByRole('heading', { name: 'Friends & Contacts' }).waitFor();
  const sentMessages = openSentMessages(product);
  await page.goto('/forgot-password');
  await page.getByLabel('Email').fill(person.email);
  await press('Send Reset Instructions');
  let mail = await sentMessages.next(person.email);
  while (!mail.text.includes('/reset-password')) mail = await sentMessages.next(person.email);
  await page.goto(linkIn(mail));
  await press('Continue');
  await code().waitFor();
  expect(await page.getByLabel('New password', { exact: true }).count()).toBe(0);
  await page.reload();
  await enter(wrongCode(await app.nextCode()));
  await page.getByRole('alert').getByText('This code is wrong.').waitFor();
  await expectAccessible(page);
  await enter(await app.nextCode());
  await page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD);
  await page.getByLabel('Repeat new password').fill(NEW_PASSWORD);
  await press('Save new password');
  await page.waitForURL(isAt('/'));
  await elsewhere.page.waitForURL(isAt('/login'));
});

test('MFA-03 with the keyboard alone: the code field has the focus, and Enter sends it', async () => {
  const { person, app } = await secured('Tilly');
  await logIn(person);
  await expectFocus(page, 'Code');
  await page.keyboard.type('12');
  await tabTo(page, 'Use a recovery code');
  await page.keyboard.press('Enter');
  await expectFocus(page, 'Recovery code');
  await tabTo(page, 'Use a code from your app');
  await page.keyboard.press('Enter');
  await expectFocus(page, 'Code');
  await page.keyboard.type(await app.nextCode());
  await page.keyboard.press('Enter');
  await page.waitForURL(isAt('/'));
});

test('MFA-03 offline the page says so and keeps the input', async () => {
  const { person, app } = await secured('Leo');
  await logIn(person);
  await code().waitFor();
  await page.context().setOffline(true);
  await enter('123456');
  await page.getByText('You are offline. Try again when you are online.').waitFor();
  expect(await code().inputValue()).toBe('123456');
  await page.context().setOffline(false);
  await enter(await app.nextCode());
  await page.waitForURL(isAt('/'));
});

test('MFA-03 too many wrong codes are reported as such', async () => {
  const { person, app } = await secured('Ada');
  await logIn(person);
  const wrong = wrongCode(await app.nextCode());
  const tooMany = page.getByText('Too many wrong codes. Please wait a few minutes, then try again.');
  const refused = page.getByRole('alert');
  for (let tries = 0; tries < 30 && !(await tooMany.isVisible()); tries += 1) {
    const answered = page.waitForResponse((response) => /verify$|challenge$/.test(response.url()));
    await enter(wrong);
    await answered;
    await refused.first().waitFor();
  }
  await tooMany.waitFor();
  await expectAccessible(page);
});

test('MFA-03 a session that lacks the second step according to the server is sent to the code page at once', async () => {
  const { person } = await secured('Zoë');
  const session = await signInByPassword(product, person);
  // As it was stored before the factor was added on another device.
  const { factors: _, ...user } = session.user;
  const old: AuthSession = { ...session, user };
  await page.addInitScript(
    ([key, value]) => {
      if (sessionStorage.getItem('entered') !== null) return;
      sessionStorage.setItem('entered', '1');
      localStorage.setItem(key, value);
    },
    [SESSION_STORAGE_KEY, JSON.stringify(old)] as const,
  );
  await page.goto('/contacts');
  await code().waitFor();
  expect(new URL(page.url()).searchParams.get('next')).toBe('/contacts');
});
