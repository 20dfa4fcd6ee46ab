import { expect } from 'vitest';
import { keptKeys } from './app-kept.ts';
import { withTwoStep } from './authenticator.ts';
import { test as journey } from './fixtures.ts';
import { linkIn, openSentMessages } from './sent-messages.ts';
import { enterAs, newPerson } from './person.ts';
import { startLeapingProduct } from './product-clock.ts';

const test = journey.extend('product', { scope: 'file' }, async ({}, { onCleanup }) => {
  const product = await startLeapingProduct();
  onCleanup(() => product.stop());
  return product;
});

test('PWA-05 MFA-03 signing out at the second step of a reset link deletes what was read', async ({
  product,
  newcomer,
}) => {
  const { page } = newcomer;
  const { person } = await withTwoStep(product, await newPerson(product, 'Odette'));
  await enterAs(newcomer, person);
  await page.goto('/contacts');
  const isKept = async () => (await keptKeys(page)).some((key) => key.startsWith('["contacts"'));
  await expect.poll(isKept).toBe(true);
  const other = await page.context().newPage();
  await other.goto('/contacts');
  await other.getByRole('heading', { name: 'Friends & Contacts' }).waitFor();
  const sentMessages = openSentMessages(product);
  const init = { method: 'POST', headers: { 'content-type': 'application/json' } };
  const body = JSON.stringify({ email: person.email });
  await fetch(`${product.url}/auth/v1/recover`, { ...init, body });
  let mail = await sentMessages.next(person.email);
  while (!mail.text.includes('/reset-password')) mail = await sentMessages.next(person.email);
  await page.goto(linkIn(mail));
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await page.getByLabel('Code', { exact: true }).waitFor();
  expect(await isKept()).toBe(true);
  await other.getByRole('button', { name: 'Sign out', exact: true }).click();
  await other.waitForURL(({ pathname }) => pathname === '/login');
  await expect.poll(() => keptKeys(other)).toEqual([]);
});
