import { HOUR_MS, SECOND_MS } from '@hereabouts/contract/durations';
import { routes } from '@hereabouts/contract/routes';
import { createEvent, say } from '@hereabouts/testing/builders';
import type { TestApp, TestGuest, TestPerson } from '@hereabouts/testing/app';
import { advance } from '@hereabouts/testing/jobs';
import { startPushApp } from '@hereabouts/testing/push-app';
import type { TestPushService } from '@hereabouts/testing/push-service';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

let service: TestPushService;
let app: TestApp;
let stop: () => Promise<void>;
let host: TestPerson;
let guest: TestGuest;
let account: TestPerson;
beforeAll(async () => {
  ({ app, service, stop } = await startPushApp());
});
afterAll(() => stop());
beforeEach(async () => {
  [host, account] = [await app.signUp({ name: 'Marie' }), await app.signUp()];
  guest = await app.comeAsGuest();
});

const newEvent = async () => {
  const params = { eventId: await createEvent(app, host) };
  const { token } = await host.ok(routes.createEventLink, { params });
  const joins = (who: TestGuest | TestPerson) =>
    who.ok(routes.joinByLink, { params: { token }, body: { status: 'accepted' } });
  await joins(guest);
  return { ...params, joins };
};
const mute = (who: TestGuest | TestPerson, eventId: number, time: 'hour' | 'always') =>
  who.ok(routes.muteChat, { params: { eventId }, body: { for: time } });
const muteOf = async (eventId: number) =>
  (await account.ok(routes.listMessages, { params: { eventId }, query: {} })).event.mute;
const merge = () => account.ok(routes.mergeGuest, { body: { guest_token: guest.token } });
/** What a phone of the account is told of messages to these chats. */
const pushed = async (...eventIds: number[]) => {
  const phone = service.device();
  await phone.subscribe(account);
  for (const eventId of eventIds) await say(host, eventId, `To ${eventId}`);
  await advance([app], 10 * SECOND_MS, SECOND_MS);
  return phone.bodies();
};

test('GUEST-04 PUSH-02 a chat that the guest has muted stays muted in the account; others are pushed', async () => {
  const [loud, quiet] = [await newEvent(), await newEvent()];
  await mute(guest, quiet.eventId, 'always');
  await merge();
  expect([await muteOf(loud.eventId), await muteOf(quiet.eventId)]).toEqual([undefined, { until: null }]);
  expect(await pushed(quiet.eventId, loud.eventId)).toEqual([`Marie: To ${loud.eventId}`]);
});

test('GUEST-04 PUSH-02 a mute of the account that has ended does not stand in the way of the guest’s', async () => {
  const { eventId, joins } = await newEvent();
  await joins(account);
  await mute(account, eventId, 'hour');
  app.clock.advance(HOUR_MS + SECOND_MS);
  await account.signInAgain();
  guest = await app.comeAsGuest();
  await joins(guest);
  await mute(guest, eventId, 'always');
  await merge();
  expect(await muteOf(eventId)).toEqual({ until: null });
});

test('GUEST-04 PUSH-02 a chat that the account has muted itself stays muted as it chose', async () => {
  const { eventId, joins } = await newEvent();
  await joins(account);
  const own = await mute(account, eventId, 'hour');
  await mute(guest, eventId, 'always');
  await merge();
  expect(await muteOf(eventId)).toEqual(own.mute);
});

test('GUEST-04 PUSH-05 a message that the guest has had on the screen is not pushed to the account', async () => {
  const [looked, other] = [await newEvent(), await newEvent()];
  await say(host, looked.eventId, 'Seen');
  await say(host, other.eventId, 'Unseen');
  const params = { eventId: looked.eventId };
  await guest.ok(routes.markChatRead, { params, body: { seq: 0, shown_seq: 1 } });
  await merge();
  expect(await pushed()).toEqual(['Marie: Unseen']);
});
