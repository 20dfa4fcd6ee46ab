import { MINUTE_MS } from '@hereabouts/contract/durations';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { authenticator, proveAddress, type Authenticator } from './authenticator.ts';
import { test as journey } from './fixtures.ts';
import { codeIn, openSentMessages } from './sent-messages.ts';
import { enterAs, newPerson } from './person.ts';
import { expectAccessible } from './visitor.ts';
import { startLeapingProduct, type LeapingProduct } from './product-clock.ts';

const NO_LONGER_FRESH_MS = 11 * MINUTE_MS;

const test = journey.extend('product', { scope: 'file' }, async ({}, { onCleanup }) => {
  const product = await startLeapingProduct();
  onCleanup(() => product.stop());
  return product;
});

/** Up to the field of the first code. */
async function connectApp(product: LeapingProduct, page: Page): Promise<Authenticator> {
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Turn on two-step sign-in' }).click();
  return await readApp(product, page);
}

async function readApp(product: LeapingProduct, page: Page): Promise<Authenticator> {
  const key = await page.getByRole('dialog').locator('code').textContent();
  return authenticator(product, key?.replaceAll(' ', '') ?? '');
}

async function enterCode(page: Page, app: Authenticator): Promise<void> {
  await page.getByLabel('Code', { exact: true }).fill(await app.nextCode());
  await page.keyboard.press('Enter');
}

test('connecting an app for more than ten minutes takes a code by mail, then goes on with the app', async ({
  product,
  newcomer,
}) => {
  const { page } = newcomer;
  const dialog = page.getByRole('dialog');
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const person = await newPerson(product, 'Philippe');
  const sentMessages = openSentMessages(product);
  await proveAddress(product, person, sentMessages);
  await enterAs(newcomer, person);
  const app = await connectApp(product, page);
  await product.leap(NO_LONGER_FRESH_MS);
  await enterCode(page, app);
  await dialog.getByText('First confirm that it is you').waitFor();
  await page.getByLabel('Code we sent you').fill(codeIn(await sentMessages.next(person.email)));
  await press('Confirm');
  await dialog.locator('code').waitFor();
  await enterCode(page, app);
  await dialog.getByRole('list', { name: 'Recovery codes' }).waitFor();
});

test('MFA-02 AUTH-05 a tab asked for the second step while another’s first code is being verified waits for it', async ({
  product,
  newcomer,
}) => {
  const { page } = newcomer;
  const person = await newPerson(product, 'Odette');
  await proveAddress(product, person);
  await enterAs(newcomer, person);
  const app = await connectApp(product, page);
  const other = await page.context().newPage();
  await other.goto('/contacts');
  await other.getByRole('heading', { name: 'Friends & Contacts' }).waitFor();
  const { promise: isStored, resolve: stored } = Promise.withResolvers<void>();
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/auth/v1/factors/*/verify', async (route) => {
    const response = await route.fetch();
    stored();
    await isReleased;
    await route.fulfill({ response });
  });
  await enterCode(page, app);
  await isStored;
  await other.reload();
  const countWaiting = async () => (await navigator.locks.query()).pending?.length;
  await expect.poll(() => other.evaluate(countWaiting)).toBeGreaterThan(0);
  release();
  const codes = page.getByRole('dialog').getByRole('list', { name: 'Recovery codes' });
  await codes.waitFor();
  expect(await codes.getByRole('listitem').count()).toBe(10);
  await other.getByRole('heading', { name: 'Friends & Contacts' }).waitFor();
  expect([page, other].map((one) => new URL(one.url()).pathname)).toEqual(['/profile', '/contacts']);
});

test('MFA-02 connecting an app that was begun anew elsewhere since takes a new QR code', async ({
  product,
  newcomer,
}) => {
  const { page } = newcomer;
  const person = await newPerson(product, 'Rozel');
  await proveAddress(product, person);
  await enterAs(newcomer, person);
  const app = await connectApp(product, page);
  const other = await page.context().newPage();
  await connectApp(product, other);
  await enterCode(page, app);
  await page.getByText('Please scan the new code', { exact: false }).waitFor();
  await expectAccessible(page);
  await enterCode(page, await readApp(product, page));
  await page.getByRole('dialog').getByRole('list', { name: 'Recovery codes' }).waitFor();
});
