import { randomInt } from 'node:crypto';
import { SESSION_STORAGE_KEY } from '@hereabouts/contract/auth';
import type { Page } from 'playwright-core';
import { authCall } from './auth-call.ts';
import { test as journey } from './fixtures.ts';
import { expectFocus } from './focus.ts';
import { codeIn, openSentMessages } from './sent-messages.ts';
import { expectAccessible, PASSWORD } from './visitor.ts';

/** A forgotten password of an account that has a phone number and no e-mail address. */

const NEW_PASSWORD = 'heather-and-slate-72';

const test = journey
  .extend('sentMessages', ({ product }) => openSentMessages(product))
  .extend('odette', async ({ product, sentMessages }) => {
    const phone = `+44779770${randomInt(1_000, 10_000)}`;
    const call = (method: 'POST' | 'PUT', path: string, body: object, token?: string) =>
      authCall(product, method, path, body, token);
    const code = async () => codeIn(await sentMessages.next(phone));
    await call('POST', '/signup', { phone, password: PASSWORD, data: { name: 'Odette' } });
    // The first proof of the number removes the password, which is not the subject here.
    await call('POST', '/otp', { phone, create_user: false });
    const proof = { phone, token: await code(), type: 'sms' };
    const { access_token: token } = await call('POST', '/verify', proof);
    await call('PUT', '/user', { password: PASSWORD }, token);
    return { phone, code };
  });

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const isHome = (url: URL) => url.pathname === '/';

async function askForCode(page: Page, phone: string): Promise<void> {
  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await press(page, 'Use phone instead');
  await page.getByLabel('Phone').fill(phone);
  await press(page, 'Send code');
  await page.getByText('If this number has an account, we sent it a code.').waitFor();
}

async function logIn(page: Page, phone: string, password: string): Promise<void> {
  await press(page, 'Use phone instead');
  await page.getByLabel('Phone').fill(phone);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await press(page, 'LOG IN');
}

async function chooseNewPassword(page: Page): Promise<void> {
  for (const label of ['New password', 'Repeat new password'])
    await page.getByLabel(label, { exact: true }).fill(NEW_PASSWORD);
  await press(page, 'Save new password');
}

test('FORGOT-01 RESET-01 LOGIN-08 whoever has a phone number only and forgot the password chooses a new one with a code', async ({
  odette: { phone, code },
  newcomer: { page, allowErrors },
}) => {
  allowErrors(/40[03]/);
  await askForCode(page, phone);
  await expectFocus(page, 'Code');
  await expectAccessible(page);
  const sent = await code();
  await page.reload();
  await page.getByLabel('Code').fill(sent === '000000' ? '000001' : '000000');
  await press(page, 'Confirm');
  await page.getByText('This link or code has expired or was used before').waitFor();
  await page.getByLabel('Code').fill(sent);
  await press(page, 'Confirm');
  await expectFocus(page, 'New password');
  await page.reload();
  await chooseNewPassword(page);
  await page.getByText('Your password has been changed.').waitFor();
  await page.waitForURL(isHome);

  await page.goto('/profile');
  await press(page, 'Sign Out');
  await logIn(page, phone, PASSWORD);
  await page.getByText('Invalid login credentials').waitFor();
  await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD);
  await press(page, 'LOG IN');
  await page.waitForURL(isHome);
});

test('FORGOT-02 FORGOT-03 an empty number is refused, and an unknown one is answered like any other', async ({
  newcomer: { page },
}) => {
  await page.goto('/forgot-password');
  await press(page, 'Use phone instead');
  await press(page, 'Send code');
  await page.getByText('Please enter your phone number').waitFor();
  await expectAccessible(page);
  await askForCode(page, '07797 700999');
  await press(page, 'Send a new code');
  await page.getByText('If this number has an account, a new code is on its way.').waitFor();
});

test('RESET-01 a form whose session may set no password any more says so and offers a new code', async ({
  odette: { phone, code },
  newcomer: { page, allowErrors },
}) => {
  allowErrors(/400/);
  await askForCode(page, phone);
  await page.getByLabel('Code').fill(await code());
  await press(page, 'Confirm');
  await expectFocus(page, 'New password');
  // As another tab does.
  await page.evaluate(
    async ([key, password]) => {
      const { access_token } = JSON.parse(localStorage.getItem(key) ?? '{}');
      const headers = { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' };
      await fetch('/auth/v1/user', { method: 'PUT', headers, body: JSON.stringify({ password }) });
    },
    [SESSION_STORAGE_KEY, 'gorse-and-lighthouse-7'] as const,
  );
  await chooseNewPassword(page);
  await page.getByText('This code no longer lets you choose a password.').waitFor();
  await expectAccessible(page);
  await press(page, 'Sign out and send a new code');
  await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor();
});
