import { MINUTE_MS } from '@hereabouts/contract/durations';
import { inviteRoutes } from '@hereabouts/contract/invites';
import { sharingRoutes } from '@hereabouts/contract/sharing';
import { ACCESS_LOSS_MAX_MS } from '@hereabouts/contract/realtime';
import { expect } from 'vitest';
import { test as journey } from './fixtures.ts';
import { bar, isSeenLive, MARIE_AT, mayLocate, onMap, rowOf, TOM_AT } from './live-friends.ts';
import { befriend, newEvent, newPerson } from './person.ts';
import { startLeapingProduct } from './product-clock.ts';
import { NETWORK_MAX_MS } from './product.ts';
import { untilText } from './until.ts';
import { expectAccessible } from './visitor.ts';

const test = journey.extend('product', { scope: 'file' }, async ({}, { onCleanup }) => {
  const product = await startLeapingProduct();
  onCleanup(() => product.stop());
  return product;
});

test('LIVE-01 LIVE-02 LIVE-03 nobody can share before the start or after the end of an event', async ({
  product,
  visit,
}) => {
  const inMinutes = (minutes: number) => new Date(product.now() + minutes * MINUTE_MS).toISOString();
  const tom = await newPerson(product, 'Tom Renouf');
  const marie = await newPerson(product, 'Marie Le Brocq');
  await befriend(tom, marie);
  // Shorter than an access token.
  const times = { start_time: inMinutes(3), end_time: inMinutes(7) };
  const eventId = await newEvent(tom, { title: 'Short set', ...times, invitee_ids: [marie.id] });
  await marie.ok(inviteRoutes.respondToInvite, { params: { eventId }, body: { status: 'accepted' } });
  const tomAt = await visit(tom, mayLocate(TOM_AT));
  const marieAt = await visit(marie, mayLocate(MARIE_AT));
  await Promise.all([tomAt, marieAt].map(({ page }) => page.goto(`/event/${eventId}/live`)));

  // Before the start nobody can share: the page says when, and the server refuses.
  await marieAt.page.getByText(/^You and your friends can share your locations from/).waitFor();
  expect(await marieAt.page.getByRole('button', { name: 'Share where I am' }).count()).toBe(0);
  const early = await marie.call(sharingRoutes.startSharing, { params: { eventId } });
  expect(early.status).toBe(409);

  // Once the event has begun it can be switched on, and is off until then.
  await product.leap(3 * MINUTE_MS);
  const { page } = marieAt;
  await tomAt.page.getByText('None of your friends are sharing right now.').waitFor();
  expect(await bar(page).count()).toBe(0);
  await page.getByRole('button', { name: 'Share where I am' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Start sharing' }).click();
  await bar(page).getByText(untilText('Sharing with 1 friend until')).waitFor();
  await isSeenLive(tomAt.page, marie).waitFor();
  await onMap(tomAt.page, marie).waitFor();

  // At the end the bar goes and nobody is seen any more, within two seconds on open pages.
  const second = await marieAt.page.context().newPage();
  await second.goto('/contacts');
  await bar(second).waitFor();
  await isSeenLive(tomAt.page, marie).waitFor();
  await product.leap(4 * MINUTE_MS);
  const gone = async () =>
    (await onMap(tomAt.page, marie).count()) +
    (await rowOf(tomAt.page, marie)
      .getByText(/\d+ m\b/)
      .count()) +
    (await bar(marieAt.page).count()) +
    (await bar(second).count());
  await expect.poll(gone, { timeout: ACCESS_LOSS_MAX_MS + NETWORK_MAX_MS, interval: 50 }).toBe(0);
  await tomAt.page.getByText('This event has ended').waitFor();
  await expectAccessible(tomAt.page);
  const late = await marie.call(sharingRoutes.startSharing, { params: { eventId } });
  expect(late.status).toBe(409);
  await second.close();
  // Nor when one comes back.
  await marieAt.page.reload();
  await marieAt.page.getByText('This event has ended').waitFor();
  expect(await bar(marieAt.page).count()).toBe(0);
}, 120_000);
