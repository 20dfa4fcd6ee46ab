import { expect, inject } from 'vitest';
import { box, log, sendButton } from './chat-world.ts';
import { test as journey } from './fixtures.ts';
import { inHours } from './person.ts';
import { DEV, startProduct } from './product.ts';
import { newVisitor, signUp } from './visitor.ts';

const test = journey.extend('product', { scope: 'file' }, async ({}, { onCleanup }) => {
  const product = await startProduct({}, DEV, inject('emptyDataDir'));
  onCleanup(() => product.stop());
  return product;
});

test('a journey on the development server logs no error and requests nothing from other hosts', async ({
  product,
  visit,
}) => {
  const { page } = await visit();
  const elsewhere: string[] = [];
  page.context().on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol.startsWith('http') && url.origin !== product.url) elsewhere.push(url.href);
  });
  await signUp(page, { name: 'Marie Le Brocq', email: 'marie@example.org' });

  await page.getByRole('link', { name: 'Create event' }).click();
  await page.getByLabel('Event Title*').fill('Sunset swim');
  await page.getByLabel('Start Time*').fill(inHours(48).slice(0, 16));
  await page.getByRole('button', { name: 'Search for a location' }).click();
  await page.getByRole('dialog').getByRole('combobox').fill('square');
  await page.getByRole('option', { name: 'Royal Square' }).click();
  await page.getByRole('button', { name: 'Create Event' }).click();
  await page.waitForURL(/\/event\/\d+$/);
  await page.getByRole('link', { name: /chat/i }).first().click();
  await box(page).waitFor();

  const other = await newVisitor(page.context(), () => other.page.close());
  const heard: string[] = [];
  other.page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => heard.push(String(payload))),
  );
  await other.page.goto(page.url());
  await box(other.page).waitFor();
  await expect.poll(() => heard.some((frame) => /"chat:\d+","phx_reply"/.test(frame))).toBe(true);
  await box(page).fill('Bring a towel');
  await sendButton(page).click();
  // The two share what is still being sent; it has a number once the server has it.
  await log(other.page).locator('[data-seq]').getByText('Bring a towel').waitFor();
  // Without a socket it would have come by polling.
  await expect.poll(() => heard.filter((frame) => frame.includes('Bring a towel'))).toHaveLength(1);
  other.expectNoErrors();
  expect(elsewhere).toEqual([]);
}, 120_000);
