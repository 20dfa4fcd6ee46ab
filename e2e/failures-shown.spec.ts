import { expect } from 'vitest';
import { test } from './fixtures.ts';
import { hold } from './held-request.ts';
import { befriend, newEvent, newPerson } from './person.ts';

const failing = { status: 500, json: {} };

test('HOME-16 HOME-05 "Centre on my location" says where the map has moved when the location is unavailable', async ({
  visit,
  marie,
}) => {
  const abroad = await visit(marie, { permissions: [] });
  const says = abroad.page.getByRole('region', { name: 'Events map' }).getByRole('status');
  await abroad.page.goto('/');
  const centre = abroad.page.getByRole('button', { name: 'Centre on my location' });
  await centre.waitFor();
  expect(await says.textContent()).toBe('');
  await centre.click();
  await says.getByText('Your location is not available. Showing Jersey.', { exact: true }).waitFor();
  expect(await abroad.page.getByRole('alert').count()).toBe(0);
});

test('HOME-01 home greets a person by name when their account cannot be read', async ({ visitor, page }) => {
  visitor.allowErrors(/500/, /not saved|could not load|server failed/);
  await page.route('**/api/me', (route) => route.fulfill(failing));
  await page.goto('/');
  await page.getByRole('heading', { level: 1, name: 'Welcome, Marie', exact: true }).waitFor();
  await page.unroute('**/api/me');
});

test('HOME-08 a failed refresh is shown until one succeeds', async ({ visitor, marie, page }) => {
  visitor.allowErrors(/500/, /not saved|could not load|server failed/);
  await newEvent(marie);
  await page.goto('/');
  await page.getByRole('article', { name: 'Beach bonfire' }).waitFor();
  await page.route('**/api/home*', (route) => route.fulfill(failing));
  const refresh = page.getByRole('button', { name: 'Refresh' });
  await refresh.click();
  const alert = page.getByRole('alert').getByText('Could not update', { exact: true });
  await alert.waitFor();
  await page.unroute('**/api/home*');
  await refresh.click();
  await alert.waitFor({ state: 'detached' });
});

test('RSVP-05 the alert of a failed answer disappears when a later one is accepted', async ({
  visitor,
  marie,
  page,
}) => {
  visitor.allowErrors(/500/, /not saved|could not load|server failed/);
  const eventId = await newEvent(marie);
  await page.goto(`/event/${eventId}`);
  const maybe = page.getByRole('button', { name: 'Maybe', exact: true });
  const rsvps = '**/api/events/*/rsvp';
  await page.route(rsvps, (route) => route.fulfill(failing));
  await maybe.click();
  const alert = page.getByText('Failed to update your RSVP status. Please try again.', { exact: true });
  await alert.waitFor();
  await page.unroute(rsvps);
  await maybe.click();
  await alert.waitFor({ state: 'detached' });
  expect(await maybe.getAttribute('aria-pressed')).toBe('true');
});

test('INV-04 the Invite button shows that it is busy', async ({ product, marie, page }) => {
  const tom = await newPerson(product, 'Tom');
  await befriend(marie, tom);
  const eventId = await newEvent(marie);
  await page.goto(`/invite-friends/${eventId}`);
  await page.getByRole('checkbox', { name: 'Tom' }).check();
  const release = await hold(page, `**/api/events/${eventId}/invites`);
  await page.getByRole('button', { name: 'Invite 1 Friend(s)' }).click();
  await page.getByRole('button', { name: 'Inviting...' }).waitFor();
  await release();
  await page.waitForURL(`**/event/${eventId}`);
});

test('PUSH-06 a failure is shown and said above the dialog it happened in, which stays open', async ({
  visitor,
  page,
}) => {
  visitor.allowErrors(/500/, /not saved|could not load|server failed/);
  await page.goto('/notifications');
  await page.getByRole('button', { name: 'Notification settings' }).click();
  const dialog = page.getByRole('dialog', { name: 'Notification settings' });
  await page.route('**/api/me/notification-settings', (route) =>
    route.request().method() === 'PUT' ? route.fulfill(failing) : route.fallback(),
  );
  await dialog.getByRole('checkbox').or(dialog.getByRole('switch')).first().click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  // By role: hidden from screen readers it would not be found.
  const alert = page.getByRole('alert').filter({ hasText: 'Could not save the settings' });
  await alert.waitFor();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await alert.waitFor({ state: 'detached' });
  expect(await dialog.isVisible()).toBe(true);
});
