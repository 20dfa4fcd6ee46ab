import { MINUTE_MS } from '@hereabouts/contract/durations';
import { authenticator, proveAddress } from './authenticator.ts';
import { test as journey } from './fixtures.ts';
import { codeIn, openSentMessages } from './sent-messages.ts';
import { enterAs, newPerson } from './person.ts';
import { startLeapingProduct } from './product-clock.ts';

const NO_LONGER_FRESH_MS = 11 * MINUTE_MS;

const test = journey.extend('product', { scope: 'file' }, async ({}, { onCleanup }) => {
  const product = await startLeapingProduct();
  onCleanup(() => product.stop());
  return product;
});

test('whoever takes longer than ten minutes to connect an app confirms by mail, and goes on with it', async ({
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
  await page.goto('/profile');
  await press('Turn on two-step sign-in');
  const key = dialog.locator('code');
  const secret = (await key.textContent())?.replaceAll(' ', '') ?? '';
  const app = authenticator(product, secret);
  const enter = async () => {
    await page.getByLabel('Code', { exact: true }).fill(await app.nextCode());
    await page.keyboard.press('Enter');
  };
  await product.leap(NO_LONGER_FRESH_MS);
  await enter();
  await dialog.getByText('First confirm that it is you').waitFor();
  await page.getByLabel('Code we sent you').fill(codeIn(await sentMessages.next(person.email)));
  await press('Confirm');
  await key.waitFor();
  await enter();
  await dialog.getByRole('list', { name: 'Recovery codes' }).waitFor();
});
