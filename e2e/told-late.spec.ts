import { eventLinkRoutes } from '@hereabouts/contract/event-links';
import type { Locator, Page } from 'playwright-core';
import { test } from './fixtures.ts';
import { hold } from './held-request.ts';
import { befriend, newEvent, newPerson } from './person.ts';
import { button, dialog, warns } from './screen-parts.ts';

/** Presses what sends `method` to `path`, which fails once the person has left. */
async function failLate(
  page: Page,
  { method, path, press }: { method: string; path: string; press: () => Promise<unknown> },
  leave: () => Promise<unknown>,
): Promise<void> {
  const fail = await hold(page, `**${path}`, (route) =>
    route.request().method() === method ? route.fulfill({ status: 500, json: {} }) : route.fallback(),
  );
  const sent = page.waitForRequest((asked) => asked.method() === method && asked.url().endsWith(path));
  await press();
  await sent;
  await leave();
  await fail();
}

const closing = (page: Page, it: Locator) => async () => {
  await page.keyboard.press('Escape');
  await it.waitFor({ state: 'detached' });
};

test('LINK-01 GUEST-03 a failure is reported even after the dialog of the event link was closed', async ({
  visitor,
  marie,
  page,
}) => {
  visitor.allowErrors(/500/, /not saved|server failed/);
  const eventId = await newEvent(marie);
  await marie.ok(eventLinkRoutes.createEventLink, { params: { eventId } });
  await page.goto(`/event/${eventId}`);
  const close = closing(page, dialog(page));
  const failing = async (method: string, path: string, press: () => Promise<unknown>) => {
    await button(page, 'Invite by link').click();
    await page.getByText('Manage link', { exact: true }).click();
    await failLate(page, { method, path, press }, close);
  };
  const link = `/api/events/${eventId}/link`;
  await failing('DELETE', link, () => button(page, 'Switch off').click());
  await warns('The link could not be switched off. Please try again.')(page).waitFor();
  await failing('PUT', `${link}/guests`, () =>
    page.getByRole('checkbox', { name: 'Guests without an account' }).click(),
  );
  await warns('That could not be saved. Please try again.')(page).waitFor();
});

test('NOTE-02 a friend link that fails to switch off is reported after its dialog closed', async ({
  visitor,
  page,
}) => {
  visitor.allowErrors(/500/, /not saved|server failed/);
  await page.goto('/contacts');
  await button(page, 'Add in person').click();
  await button(page, 'Switch off').waitFor();
  const press = () => button(page, 'Switch off').click();
  const off = { method: 'DELETE', path: '/api/me/friend-link', press };
  await failLate(page, off, closing(page, dialog(page)));
  await warns('Your link could not be switched off. Please try again.')(page).waitFor();
});

test('CONT-13 INV-04 whoever leaves hears of an invitation that failed afterwards', async ({
  product,
  visitor,
  marie,
  page,
}) => {
  visitor.allowErrors(/500/, /not saved|server failed/);
  const tom = await newPerson(product, 'Tom');
  await befriend(marie, tom);
  const eventId = await newEvent(marie);
  const invitation = { method: 'POST', path: `/api/events/${eventId}/invites` };
  await page.goto('/contacts');
  await button(page, 'Invite to an event').click();
  const press = () => button(page, 'Invite to Beach bonfire').click();
  await failLate(page, { ...invitation, press }, closing(page, dialog(page)));
  await warns('Could not send the invitation. Please try again.')(page).waitFor();

  await page.goto(`/invite-friends/${eventId}`);
  await page.getByRole('checkbox', { name: 'Tom' }).check();
  const send = () => button(page, 'Invite 1 Friend(s)').click();
  await failLate(page, { ...invitation, press: send }, async () => {
    await page.getByRole('link', { name: 'Cancel', exact: true }).click();
    await page.waitForURL(`**/event/${eventId}`);
  });
  await warns('Failed to send invitations. Please try again.')(page).waitFor();
});

test('CONT-12 whoever leaves the profile hears that their choice could not be saved', async ({
  visitor,
  page,
}) => {
  visitor.allowErrors(/500/, /not saved|server failed/);
  await page.goto('/profile');
  const choice = page.getByLabel('Who sees my email and phone');
  await choice.waitFor();
  const press = () => choice.selectOption('Friends');
  await failLate(page, { method: 'PATCH', path: '/api/me', press }, async () => {
    await page.getByRole('link', { name: 'Back to home' }).click();
    await choice.waitFor({ state: 'detached' });
  });
  await warns('Failed to update profile')(page).waitFor();
});

test('PROF-04 whoever leaves the profile hears that their new name could not be saved', async ({
  visitor,
  page,
}) => {
  visitor.allowErrors(/500/, /not saved|server failed/);
  await page.goto('/profile');
  await button(page, 'Edit Profile').click();
  const name = page.getByLabel('Full Name');
  await name.fill('Marie Le Sueur');
  const press = () => button(page, 'Save').click();
  await failLate(page, { method: 'PATCH', path: '/api/me', press }, async () => {
    await page.getByRole('link', { name: 'Back to home' }).click();
    await name.waitFor({ state: 'detached' });
  });
  await warns('Failed to update profile')(page).waitFor();
});
