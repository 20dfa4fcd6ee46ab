import { randomUUID } from 'node:crypto';
import { announcementRoutes } from '@hereabouts/contract/announcements';
import { eventRoutes } from '@hereabouts/contract/events';
import { inviteRoutes } from '@hereabouts/contract/invites';
import { imageUrl, uploadRoutes, UPLOADS_PATH } from '@hereabouts/contract/uploads';
import { tinyPng } from '@hereabouts/testing/pictures';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { AWAY } from './app-kept.ts';
import { test as journey } from './fixtures.ts';
import { hold } from './held-request.ts';
import { befriend, newEvent, newPerson } from './person.ts';

const test = journey
  .extend('tom', ({ product }) => newPerson(product, 'Tom Renouf'))
  /** Tom's, to which Marie is invited. */
  .extend('eventId', async ({ marie, tom }) => {
    await befriend(marie, tom);
    return await newEvent(tom, { invitee_ids: [marie.id] });
  });

const answer = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const waits = (page: Page) => page.getByText('Will be sent when you are online', { exact: true });

test('PWA-06 an answer that is on its way when the network ends waits until it is back', async ({
  visitor,
  page,
  marie,
  eventId,
}) => {
  visitor.allowErrors(...AWAY);
  await page.goto(`/event/${eventId}`);
  const asked = page.waitForRequest('**/rsvp');
  const fail = await hold(page, '**/rsvp', (route) => route.abort());
  await answer(page, 'Going').click();
  await asked;
  await page.context().setOffline(true);
  await fail();
  await waits(page).waitFor();
  expect(await answer(page, 'Going').getAttribute('aria-pressed')).toBe('true');
  expect(await page.getByRole('alert').count()).toBe(0);
  await page.context().setOffline(false);
  await waits(page).waitFor({ state: 'detached' });
  expect((await marie.ok(eventRoutes.getEvent, { params: { eventId } })).my_status).toBe('accepted');
});

test('PWA-06 without a network the last choice wins, whether the one before it is still on its way or was taken', async ({
  visitor,
  page,
  marie,
  eventId,
}) => {
  const params = { eventId };
  const stored = async () => (await marie.ok(eventRoutes.getEvent, { params })).my_status;
  visitor.allowErrors(...AWAY);
  const open = async () => {
    await page.goto(`/event/${eventId}`);
    await answer(page, 'Going').waitFor();
  };
  const changeOffline = async (name: string) => {
    await page.context().setOffline(true);
    await answer(page, name).click();
    await waits(page).waitFor();
  };
  const goOnline = async () => {
    await page.context().setOffline(false);
    await waits(page).waitFor({ state: 'detached' });
  };

  await open();
  const asked = page.waitForRequest('**/rsvp');
  const arrive = await hold(page, '**/rsvp');
  await answer(page, 'Going').click();
  await asked;
  await changeOffline('Not Going');
  await arrive();
  await goOnline();
  expect(await stored()).toBe('declined');

  await open();
  const read = await hold(page, `**/api/events/${eventId}`);
  const taken = page.waitForResponse('**/rsvp');
  const readAgain = page.waitForRequest(`**/api/events/${eventId}`);
  await answer(page, 'Going').click();
  await Promise.all([taken, readAgain]);
  await changeOffline('Maybe');
  expect(await stored()).toBe('accepted');
  await read();
  await goOnline();
  expect(await stored()).toBe('tentative');
});

test('PWA-06 HOST-05 CONT-13 CAL-01 PUSH-06 an action that fails offline says so, and a dialog opened again does not', async ({
  visitor,
  page,
  marie,
  tom,
}) => {
  visitor.allowErrors(...AWAY);
  await befriend(marie, tom);
  const eventId = await newEvent(marie, { invitee_ids: [tom.id] });
  const [button, dialog] = [(name: string) => page.getByRole('button', { name }), page.getByRole('dialog')];
  const offline = page.getByText('You are offline. Try again when you are online.', { exact: true });
  const withoutNetwork = async (act: () => Promise<void>) => {
    await page.context().setOffline(true);
    await act();
    await offline.waitFor();
    await page.context().setOffline(false);
  };
  await marie.ok(announcementRoutes.announce, {
    params: { eventId },
    body: { id: randomUUID(), message: 'Bring gloves' },
  });
  await page.goto(`/event/${eventId}`);
  await button('Take down').waitFor();
  const openAnnouncing = async () => {
    await button('More for hosts').click();
    await page.getByRole('menuitem', { name: 'Make an announcement' }).click();
    await dialog.waitFor();
  };
  await openAnnouncing();
  await dialog.getByLabel('Announcement').fill('Bring boots');
  await withoutNetwork(() => dialog.getByRole('button', { name: 'Announce' }).click());
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });
  await openAnnouncing();
  expect(await dialog.getByLabel('Announcement').inputValue()).toBe('Bring boots');
  expect(await offline.count()).toBe(0);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await withoutNetwork(() => button('Take down').click());

  await page.goto('/profile');
  await button('Show the feed’s link').waitFor();
  await withoutNetwork(() => button('Show the feed’s link').click());

  await page.goto('/contacts');
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Tom Renouf' })
    .getByRole('button', { name: 'Invite to an event' })
    .click();
  await newEvent(marie, { title: 'Sea swim' });
  await dialog.getByRole('button', { name: 'Invite to Beach bonfire' }).waitFor();
  await withoutNetwork(() => dialog.getByRole('button', { name: 'Invite to Beach bonfire' }).click());

  await page.goto(`/unsubscribe/${'A'.repeat(43)}`);
  await button('Stop these emails').waitFor();
  await withoutNetwork(() => button('Stop these emails').click());
});

test('PWA-06 HOME-08 a refresh without a network says so at once, and the message stays while the tab is hidden', async ({
  visitor,
  page,
  marie,
}) => {
  visitor.allowErrors(...AWAY);
  await newEvent(marie);
  await page.clock.install();
  await page.goto('/');
  const refresh = page.getByRole('button', { name: 'Refresh', exact: true });
  await refresh.waitFor();
  await page.context().setOffline(true);
  await refresh.click();
  const said = page.getByRole('alert').getByText('You are offline. Try again when you are online.');
  await said.waitFor();
  const show = (state: 'visible' | 'hidden') =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'visibilityState', { value, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, state);
  await show('hidden');
  await page.clock.runFor(20_000);
  expect(await said.count()).toBe(1);
  await show('visible');
  await page.clock.runFor(9_000);
  await said.waitFor({ state: 'detached' });
  await refresh.click();
  await said.waitFor();
  await page.context().setOffline(false);
  await refresh.click();
  await said.waitFor({ state: 'detached' });
});

test('PWA-06 the line about an answer to a full event, with what can be done, stays until it is closed', async ({
  visitor,
  page,
  product,
  marie,
  tom,
}) => {
  visitor.allowErrors(...AWAY, /409/);
  const anna = await newPerson(product, 'Anna');
  for (const friend of [marie, anna]) await befriend(friend, tom);
  const eventId = await newEvent(tom, { places: 2, invitee_ids: [marie.id, anna.id] });
  await page.clock.install();
  await page.goto(`/event/${eventId}`);
  await answer(page, 'Going').waitFor();
  await page.context().setOffline(true);
  await answer(page, 'Going').click();
  await waits(page).waitFor();
  await anna.ok(inviteRoutes.respondToInvite, { params: { eventId }, body: { status: 'accepted' } });
  await page.context().setOffline(false);
  const said = page.getByText('Your answer to “Beach bonfire” was not sent: the event is full.');
  await said.waitFor();
  await page.clock.runFor(20_000);
  expect(await said.count()).toBe(1);
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await said.waitFor({ state: 'detached' });
});

test('PWA-06 HOST-03 HOST-04 a party that found no place may join the waiting list, unless its guest is going', async ({
  visitor,
  page,
  product,
  marie,
  tom,
}) => {
  visitor.allowErrors(...AWAY, /409/);
  const anna = await newPerson(product, 'Anna');
  for (const friend of [marie, anna]) await befriend(friend, tom);
  const answerTooLate = async (isGoing: boolean) => {
    const eventId = await newEvent(tom, { places: 3, bring_max: 1, invitee_ids: [marie.id, anna.id] });
    const going = { params: { eventId }, body: { status: 'accepted' } } as const;
    if (isGoing) await marie.ok(inviteRoutes.respondToInvite, going);
    await page.goto(`/event/${eventId}`);
    if (!isGoing) await answer(page, 'Going').click();
    await page.getByLabel('How many are you bringing?').selectOption('1');
    await page.context().setOffline(true);
    await answer(page, isGoing ? 'Save' : 'Going with 1').click();
    await waits(page).waitFor();
    await anna.ok(inviteRoutes.respondToInvite, going);
    await page.context().setOffline(false);
    await page.getByText('Your answer to “Beach bonfire” was not sent: the event is full.').waitFor();
    return eventId;
  };
  await answerTooLate(true);
  expect(await answer(page, 'Join the waiting list').count()).toBe(0);
  const params = { eventId: await answerTooLate(false) };
  await answer(page, 'Join the waiting list').click();
  const seat = async () => {
    const { my_brings, my_place_in_queue } = await marie.ok(eventRoutes.getEvent, { params });
    return [my_brings, my_place_in_queue];
  };
  await expect.poll(seat).toEqual([1, 1]);
});

test('PWA-06 HOST-08 Not Going, chosen offline by a guest who waits, is sent although a place came free meanwhile', async ({
  visitor,
  page,
  product,
  marie,
  tom,
}) => {
  visitor.allowErrors(...AWAY);
  const anna = await newPerson(product, 'Anna');
  for (const friend of [marie, anna]) await befriend(friend, tom);
  const params = { eventId: await newEvent(tom, { places: 2, invitee_ids: [marie.id, anna.id] }) };
  await anna.ok(inviteRoutes.respondToInvite, { params, body: { status: 'accepted' } });
  await marie.ok(inviteRoutes.respondToInvite, { params, body: { status: 'accepted', wait: true } });
  await page.goto(`/event/${params.eventId}`);
  await page.getByText('You are 1st on the waiting list.').waitFor();
  await page.context().setOffline(true);
  await answer(page, 'Not Going').click();
  await waits(page).waitFor();
  await anna.ok(inviteRoutes.respondToInvite, { params, body: { status: 'declined' } });
  const stored = async () => (await marie.ok(eventRoutes.getEvent, { params })).my_status;
  expect(await stored()).toBe('accepted');
  await page.context().setOffline(false);
  await waits(page).waitFor({ state: 'detached' });
  expect(await stored()).toBe('declined');
  expect(await answer(page, 'Not Going').getAttribute('aria-pressed')).toBe('true');
});

test('EVD-10 PWA-06 a picture that could not be loaded without a network is there once it is back', async ({
  visitor,
  page,
  marie,
}) => {
  visitor.allowErrors(...AWAY);
  const { path } = await marie.ok(uploadRoutes.createUpload, { body: await tinyPng() });
  const eventId = await newEvent(marie, { image: path });
  const pictures = `**${UPLOADS_PATH}**`;
  await page.route(pictures, (route) => route.abort());
  await page.goto(`/event/${eventId}`);
  const own = page.locator(`img[src^="${imageUrl(path).replace(/\.\w+$/, '')}"]`);
  await page.getByRole('heading', { level: 1, name: 'Beach bonfire' }).waitFor();
  await own.first().waitFor({ state: 'detached' });
  await page.context().setOffline(true);
  await page.unroute(pictures);
  await page.context().setOffline(false);
  await own.first().waitFor();
});
