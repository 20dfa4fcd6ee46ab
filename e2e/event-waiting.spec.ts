import { eventRoutes } from '@hereabouts/contract/events';
import { expect } from 'vitest';
import { test } from './fixtures.ts';
import { expectFocus } from './focus.ts';
import { hold } from './held-request.ts';

test('EVF-06 EVF-18 nothing can be changed while an event waits for its picture, and without it none is made', async ({
  page,
  marie,
}) => {
  await page.goto('/new-event');
  await page.getByRole('button', { name: 'Search for a location' }).click();
  await page.getByRole('combobox', { name: 'Place' }).fill('square');
  await page.getByRole('option', { name: 'Royal Square' }).click();
  const title = page.getByLabel('Event Title*');
  await title.fill('Bonfire');
  const submit = page.getByRole('button', { name: 'Create Event', exact: true });
  const release = await hold(page, '**/api/uploads', (route) => route.abort().catch(() => {}));
  const picture = { name: 'sea.png', mimeType: 'image/png', buffer: Buffer.from('sea') };
  const choose = () => page.getByLabel('Event Image').setInputFiles(picture);
  await choose();
  await title.focus();
  await submit.evaluate((button: HTMLButtonElement) => button.form?.requestSubmit());
  await expectFocus(page, 'Sending the picture...');
  await page.keyboard.type(' and more');
  expect(await title.inputValue()).toBe('Bonfire');
  expect(await page.getByLabel('Start Time*').evaluate((field) => field.matches('[inert] *'))).toBe(true);
  await page.getByRole('button', { name: 'Cancel upload' }).click();
  await expectFocus(page, 'Create Event');
  await title.fill('Bonfire and more');

  await choose();
  await submit.click();
  await page.getByRole('button', { name: 'Sending the picture...' }).waitFor();
  await page.getByRole('link', { name: 'Cancel', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave', exact: true }).click();
  await page.waitForURL((url) => url.pathname === '/home' || url.pathname === '/');
  await release();
  const { events } = await marie.ok(eventRoutes.listHome, { query: {} });
  expect(events).toEqual([]);
});
