import { AUTH_API_VERSION } from '@hereabouts/contract/auth';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { authCall } from './auth-call.ts';
import { test as journey } from './fixtures.ts';
import { hold } from './held-request.ts';
import { newPerson } from './person.ts';
import { button, dialog, warns } from './screen-parts.ts';
import { codeIn, linkIn, openSentMessages } from './sent-messages.ts';
import { expectAccessible } from './visitor.ts';

/** On the profile, by somebody whose account has no password yet. */

const NEW_PASSWORD = 'heather-and-slate-72';

const test = journey
  // As outside of tests: nobody is sent a second code within a minute.
  .extend('settings', { scope: 'file' }, { AUTH_SEND_PAUSE_S: '60' })
  .extend('sentMessages', ({ product }) => openSentMessages(product))
  /** The first proof of an address removes the password of the sign-up. */
  .extend('withoutPassword', async ({ product, sentMessages, newcomer: { page } }) => {
    const { email } = await newPerson(product, 'Perrine');
    await authCall(product, 'POST', '/recover', { email });
    await page.goto(linkIn(await sentMessages.next(email)));
    await button(page, 'Continue').click();
    await page.getByLabel('New password', { exact: true }).waitFor();
    await page.goto('/profile');
    return { email, page };
  });

/** What the server answers ten minutes after the sign-in; all that follows is its own. */
const needCodeOnce = (page: Page) =>
  page.route(
    '**/auth/v1/user*',
    (route) =>
      route.fulfill({
        status: 400,
        headers: { 'x-supabase-api-version': AUTH_API_VERSION },
        json: { code: 'reauthentication_needed', message: 'Please confirm with a code that it is you' },
      }),
    { times: 1 },
  );

async function choose(page: Page): Promise<void> {
  await button(page, 'Choose a password').click();
  await dialog(page).getByLabel('Password', { exact: true }).fill(NEW_PASSWORD);
}

const save = (page: Page) => dialog(page).getByRole('button', { name: 'Save' }).click();
const code = (page: Page) => dialog(page).getByLabel('Code we sent you');

test('REG-04 PROF-05 a code that was sent can still be entered once the dialog was closed and no second one is sent', async ({
  withoutPassword: { email, page },
  newcomer: { allowErrors },
  sentMessages,
}) => {
  allowErrors(/400|429/);
  await choose(page);
  await needCodeOnce(page);
  await save(page);
  await code(page).waitFor();
  const sent = codeIn(await sentMessages.next(email));
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();

  await choose(page);
  expect(await code(page).count()).toBe(0);
  await needCodeOnce(page);
  await save(page);
  await code(page).fill(sent);
  await dialog(page).getByText('An email was sent a moment ago').waitFor();
  await expectAccessible(page);
  await save(page);
  await page.getByText('Your password has been saved.').waitFor();
  await button(page, 'Change Password').waitFor();
});

test('PROF-05 a first password that could not be saved is reported even once its dialog is closed', async ({
  withoutPassword: { page },
  newcomer: { allowErrors },
}) => {
  allowErrors(/503/);
  await choose(page);
  const fail = await hold(page, '**/auth/v1/user*', (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({
          status: 503,
          headers: { 'x-supabase-api-version': AUTH_API_VERSION },
          json: { code: 'request_timeout', message: 'Please try again.' },
        })
      : route.fallback(),
  );
  const sent = page.waitForRequest((asked) => asked.method() === 'PUT');
  await save(page);
  await sent;
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await dialog(page).waitFor({ state: 'detached' });
  await fail();
  await warns('Please try again.')(page).waitFor();
  await button(page, 'Choose a password').click();
  await dialog(page).getByLabel('Password', { exact: true }).waitFor();
  expect(await dialog(page).getByText('Please try again.').count()).toBe(0);
});
