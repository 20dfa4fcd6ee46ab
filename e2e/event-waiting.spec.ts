import { eventRoutes } from '@hereabouts/contract/events';
import { expect } from 'vitest';
import { test } from './fixtures.ts';
import { expectFocus } from './focus.ts';
import { hold } from './held-request.ts';
import { keepFromJoining } from './keep-from-joining.ts';
import { newEvent } from './person.ts';

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

test('EVF-10 EVF-25 until the changes are sent leaving asks first, and discards them', async ({
  page,
  marie,
}) => {
  const eventId = await newEvent(marie, { title: 'Quiz' });
  // Or a read of the event that began before it is held could be what the form waits for.
  await keepFromJoining(page);
  await page.goto(`/edit-event/${eventId}`);
  await page.getByLabel('Event Title*').fill('Quiz night');
  const read = await hold(page, `**/api/events/${eventId}`);
  const update = page.getByRole('button', { name: 'Update Event', exact: true });
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  const press = async (answer: string) => {
    await update.click();
    await page.getByRole('button', { name: 'Updating...', exact: true }).waitFor();
    await page.getByRole('link', { name: 'Cancel', exact: true }).click();
    await question.getByRole('button', { name: answer, exact: true }).click();
  };
  await press('Keep editing');
  await update.waitFor();
  await press('Leave');
  await page.waitForURL((url) => url.pathname === '/home' || url.pathname === '/');
  await read();
  await page.getByRole('article', { name: 'Quiz' }).waitFor();
  expect((await marie.ok(eventRoutes.getEvent, { params: { eventId } })).title).toBe('Quiz');
});

test('EVF-12 a failed save of an event is reported even after the form was left', async ({
  visitor,
  page,
  marie,
}) => {
  visitor.allowErrors(/500/, /not saved|server failed/);
  const eventId = await newEvent(marie, { title: 'Quiz' });
  await page.goto(`/new-event?from=${eventId}`);
  await expect.poll(() => page.getByLabel('Event Title*').inputValue()).toBe('Quiz');
  const fail = await hold(page, '**/api/events', (route) => route.fulfill({ status: 500, json: {} }));
  const sent = page.waitForRequest('**/api/events');
  await page.getByRole('button', { name: 'Create Event', exact: true }).click();
  await sent;
  await page.getByRole('link', { name: 'Cancel', exact: true }).click();
  await page.waitForURL((url) => url.pathname === '/home' || url.pathname === '/');
  await fail();
  const failed = page.getByRole('alert').filter({ hasText: 'Failed to save event. Please try again.' });
  await failed.waitFor();
});
