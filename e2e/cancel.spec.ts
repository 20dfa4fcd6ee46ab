import { eventRoutes } from '@hereabouts/contract/events';
import { inviteRoutes } from '@hereabouts/contract/invites';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { failing } from './answering.ts';
import { test as journey } from './fixtures.ts';
import { hold } from './held-request.ts';
import { befriend, inHours, newEvent, newPerson } from './person.ts';
import { button } from './screen-parts.ts';
import { expectAccessible } from './visitor.ts';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };

/** Marie's event, which runs, and Tom who goes there. */
const test = journey
  .extend('marie', ({ product }) => newPerson(product, 'Marie Le Brocq'))
  .extend('tom', async ({ product, marie }) => {
    const tom = await newPerson(product, 'Tom Renouf');
    await befriend(tom, marie);
    return tom;
  })
  .extend('eventId', async ({ marie, tom }) => {
    const eventId = await newEvent(marie, {
      title: 'Sunset swim',
      start_time: inHours(-1),
      end_time: inHours(3),
      invitee_ids: [tom.id],
    });
    await tom.ok(inviteRoutes.respondToInvite, { params: { eventId }, body: { status: 'accepted' } });
    return eventId;
  });

const question = (page: Page) => page.getByRole('alertdialog', { name: 'Cancel this event?' });
const banner = (page: Page) => page.getByRole('region', { name: 'Cancelled', exact: true });
const focusedText = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '');

test('a dialog says that it is loading until it is there', async ({ page, eventId }) => {
  const release = await hold(page, '**/static/js/cancel-dialog-*');
  await page.goto(`/event/${eventId}`);
  await button(page, 'Cancel event').click();
  const note = page.getByRole('status').filter({ hasText: 'Loading...' });
  await note.waitFor();
  await release();
  await question(page).waitFor();
  expect(await note.count()).toBe(0);
});

test('SAFE-04 cancelling asks the creator first; the answer that changes nothing has the focus', async ({
  page,
  marie,
  eventId,
}) => {
  await page.goto(`/event/${eventId}`);
  await button(page, 'Cancel event').focus();
  await page.keyboard.press('Enter');
  await question(page).waitFor();
  await question(page).getByText('This cannot be undone.').waitFor();
  await expect.poll(() => focusedText(page)).toBe('Keep event');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await question(page).waitFor({ state: 'detached' });
  await expect.poll(() => focusedText(page)).toBe('Cancel event');
  expect((await marie.ok(eventRoutes.getEvent, { params: { eventId } })).is_cancelled).toBe(false);
});

test('SAFE-04 a failed cancellation is reported and the event stays as it was', async ({
  visitor,
  page,
  eventId,
}) => {
  visitor.allowErrors(/500/, /a change was not saved|the server failed/);
  await page.goto(`/event/${eventId}`);
  await failing('**/cancellation')(page);
  await button(page, 'Cancel event').click();
  await question(page).getByRole('button', { name: 'Cancel event', exact: true }).click();
  await page.getByRole('alert').getByText('Failed to cancel the event. Please try again.').waitFor();
  await question(page).waitFor({ state: 'detached' });
  expect(await banner(page).count()).toBe(0);
});

test('SAFE-04 a cancelled event says so to its creator, who can no longer edit, invite or answer', async ({
  page,
  eventId,
}) => {
  await page.goto(`/event/${eventId}`);
  await button(page, 'Cancel event').click();
  await question(page).getByRole('button', { name: 'Cancel event', exact: true }).click();
  await banner(page).getByText('You cancelled this event.').waitFor();
  await question(page).waitFor({ state: 'detached' });
  await expect.poll(() => focusedText(page)).toBe('Cancelled');
  for (const name of ['Edit Event', 'Invite More Friends']) {
    expect(await page.getByRole('link', { name }).count()).toBe(0);
  }
  for (const name of ['Going', 'Cancel event']) expect(await button(page, name).count()).toBe(0);
  expect(await page.getByText('Live now').count()).toBe(0);
  await expectAccessible(page);
});

test('SAFE-04 NOTE-01 a guest cannot cancel, and learns of a cancellation at once: on the event, on home and by the bell', async ({
  visit,
  marie,
  tom,
  eventId,
}) => {
  await newEvent(marie, { title: 'Supper club', invitee_ids: [tom.id] });
  const [guest, home] = [await visit(tom, PHONE), await visit(tom)];
  await Promise.all([guest.page.goto(`/event/${eventId}`), home.page.goto('/')]);
  await guest.page.getByText('Live now').waitFor();
  await home.page.getByRole('heading', { name: 'LIVE' }).waitFor();
  await home.page.getByRole('button', { name: /^Sunset swim, .*, live now$/ }).waitFor();
  expect(await button(guest.page, 'Cancel event').count()).toBe(0);

  await marie.ok(eventRoutes.cancelEvent, { params: { eventId } });
  await banner(guest.page).getByText('Marie Le Brocq cancelled this event.').waitFor();
  expect(await button(guest.page, 'Going').count()).toBe(0);
  await expectAccessible(guest.page);

  const { page } = home;
  const card = page.getByRole('article', { name: 'Sunset swim' });
  await card.getByText('Cancelled', { exact: true }).waitFor();
  expect(await page.getByRole('heading', { name: 'LIVE' }).count()).toBe(0);
  expect(await page.getByRole('region', { name: 'Next event' }).getByText('Sunset swim').count()).toBe(0);
  expect(await page.getByRole('article', { name: 'Supper club' }).getByText('Cancelled').count()).toBe(0);
  await page.getByRole('button', { name: /^Sunset swim, .*, Cancelled$/ }).press('Enter');
  await page.getByRole('dialog', { name: 'Sunset swim' }).getByText('Cancelled').waitFor();
  await page.getByRole('region', { name: 'Selected event: Sunset swim' }).getByText('Cancelled').waitFor();
  await expectAccessible(page);

  await page
    .getByRole('link', { name: /^Notifications, \d+ unread$/ })
    .filter({ visible: true })
    .click();
  await page.getByText('Marie Le Brocq cancelled Sunset swim').click();
  await banner(page).waitFor();
});

test('SAFE-04 shared events on a profile are marked cancelled; the edit form and the invitations say why they are closed', async ({
  visit,
  visitor: host,
  marie,
  tom,
  eventId,
}) => {
  host.allowErrors(/409/, /could not load \["invitable"/);
  await marie.ok(eventRoutes.cancelEvent, { params: { eventId } });
  const home = await visit(tom);
  await home.page.goto(`/profile/${marie.id}`);
  const shared = home.page.getByRole('listitem').filter({ hasText: 'Sunset swim' });
  await shared.getByText('Cancelled', { exact: true }).waitFor();
  for (const path of ['edit-event', 'invite-friends']) {
    await host.page.goto(`/${path}/${eventId}`);
    await host.page.getByRole('alert').getByText('This event was cancelled').waitFor();
    await expectAccessible(host.page);
  }
});
