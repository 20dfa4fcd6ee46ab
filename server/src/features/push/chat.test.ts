import { randomUUID } from 'node:crypto';
import { announcementRoutes } from '@hereabouts/contract/announcements';
import { chatRoutes } from '@hereabouts/contract/chat';
import { DAY_MS, SECOND_MS } from '@hereabouts/contract/durations';
import { notificationSettingsRoutes } from '@hereabouts/contract/notification-settings';
import { pushRoutes } from '@hereabouts/contract/push';
import { startTestApp, type TestApp, type TestPerson } from '@hereabouts/testing/app';
import {
  befriend,
  block,
  createEvent,
  fillGuestList,
  say,
  subscribeGuests,
} from '@hereabouts/testing/builders';
import { advance } from '@hereabouts/testing/jobs';
import { readAll } from '@hereabouts/testing/notifications';
import { arrangePushScene, startPushApp } from '@hereabouts/testing/push-app';
import type { TestDevice, TestPushService } from '@hereabouts/testing/push-service';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { pushJob } from './plan-service.ts';

/** Twenty times what it takes; other tests run beside it. */
const HELD_UP_MAX_MS = 500;

let service: TestPushService;
let app: TestApp;
let stop: () => Promise<void>;
let other: TestApp;
let host: TestPerson;
let anna: TestPerson;
let phone: TestDevice;
let eventId: number;
beforeAll(async () => {
  ({ app, service, stop } = await startPushApp());
  // They share database and clock, as two processes do.
  other = await startTestApp({}, { beside: app, pushNetwork: service.network });
});
beforeEach(async () => {
  ({ host, anna, phone } = await arrangePushScene({
    app,
    service,
    async prepare({ host, anna }) {
      eventId = await createEvent(app, host, { invitee_ids: [anna.id] });
      await readAll(anna);
    },
  }));
});
afterAll(async () => {
  await other.stop();
  await stop();
});

const pass = (seconds: number) => advance([app, other], seconds * SECOND_MS, SECOND_MS);
const read = (seq: number, shown_seq?: number) =>
  anna.ok(chatRoutes.markChatRead, {
    params: { eventId },
    body: { seq, ...(shown_seq !== undefined && { shown_seq }) },
  });

test('PUSH-05 a message is pushed once, five seconds later, by one of two processes, and not to its sender', async () => {
  const own = service.device();
  await own.subscribe(host);
  await say(host, eventId, 'Where are you?');
  await pass(4);
  expect(phone.bodies()).toEqual([]);
  await pass(2);
  expect(phone.received.map(({ message }) => message)).toMatchObject([
    { title: 'Beach bonfire', body: 'Marie: Where are you?', path: `/chat/${eventId}` },
  ]);
  expect(phone.received[0]?.headers).toMatchObject({
    topic: expect.stringMatching(/^[\w-]{16,32}$/),
    urgency: 'high',
  });
  await pass(60);
  expect([phone.received.length, own.received.length]).toEqual([1, 0]);
});

test('PUSH-04 a message that one process has pushed is not pushed again by another job, of whatever process', async () => {
  await say(host, eventId, 'Where are you?');
  await pass(10);
  const [device] = await app.context.db.query<{ id: string }>(
    'select id from push_subscriptions where user_id = $1',
    [anna.id],
  );
  for (const { context } of [app, other]) {
    const payload = { device_id: device?.id ?? '', subject: { kind: 'chat' as const, event_id: eventId } };
    await context.jobs.enqueueMany(context.db, pushJob, [{ payload, key: randomUUID() }]);
    await context.jobs.idle();
  }
  await pass(60);
  expect(phone.bodies()).toEqual(['Marie: Where are you?']);
});

test('PUSH-03 ten messages become one notification', async () => {
  for (let nth = 1; nth <= 10; nth += 1) {
    await say(host, eventId, `Message ${nth}`);
    await pass(1);
  }
  await pass(30);
  expect(phone.bodies()).toEqual(['Marie: Message 5', 'Marie: Message 10']);
  expect(new Set(phone.received.map(({ message }) => message.tag)).size).toBe(1);
});

test('PUSH-05 a chat in view on any device is not pushed, whether or not it is read', async () => {
  await say(host, eventId, 'One');
  await pass(3);
  await read(1);
  await pass(10);
  await say(host, eventId, 'Two');
  // Above the end of the chat, on a visible page.
  await read(1, 2);
  await pass(40);
  expect(phone.bodies()).toEqual([]);
  expect(await anna.ok(pushRoutes.listShownNews)).toEqual({ keep: [], read_chats: [] });
  await read(2);
  expect(await anna.ok(pushRoutes.listShownNews)).toEqual({ keep: [], read_chats: [eventId] });
});

test('PUSH-05 SAFE-01 a chat stays read when lines come that are not pushed, until one is', async () => {
  const ben = await app.signUp({ name: 'Ben' });
  await befriend(host, ben);
  eventId = await createEvent(app, host, { invitee_ids: [anna.id, ben.id] });
  await block(anna, ben);
  const readChats = async () => (await anna.ok(pushRoutes.listShownNews)).read_chats;
  await say(host, eventId, 'Where are you?');
  await pass(10);
  expect(await readChats()).toEqual([]);
  await read(1);
  await say(ben, eventId, 'Hidden from her');
  const body = { id: randomUUID(), message: 'Doors open at eight' };
  await host.ok(announcementRoutes.announce, { params: { eventId }, body });
  expect(await readChats()).toEqual([eventId]);
  await say(host, eventId, 'Hurry up');
  expect(await readChats()).toEqual([]);
  await pass(40);
});

test('PUSH-05 a notification that has stood on a device for days goes once its chat has been read', async () => {
  await say(host, eventId, 'See you');
  await pass(10);
  await advance([app, other], 2 * DAY_MS, DAY_MS);
  await anna.signInAgain();
  expect((await anna.ok(pushRoutes.listShownNews)).read_chats).toEqual([]);
  await read(1);
  expect((await anna.ok(pushRoutes.listShownNews)).read_chats).toEqual([eventId]);
});

/** A message each second; the page of whoever looks marks at most every two, and some time later. */
async function chatFor(seconds: number, { first = 1, isInView }: { first?: number; isInView: boolean }) {
  for (let said = first; said < first + seconds; said += 1) {
    await say(host, eventId, `Message ${said}`);
    await pass(1);
    if (isInView && said % 2 === 0) await read(said - 1);
  }
}

test('PUSH-05 a busy chat in view is not pushed, though its newest messages are not marked yet', async () => {
  await chatFor(70, { isInView: true });
  expect(phone.bodies()).toEqual([]);
  // She leaves, and what she has not seen is pushed.
  await chatFor(1, { first: 71, isInView: false });
  await pass(40);
  expect(phone.bodies()).toEqual(['Marie: Message 71']);
});

test('PUSH-03 a push that has waited for other reasons waits a minute for a busy service, not hours', async () => {
  await chatFor(190, { isInView: true });
  await chatFor(1, { first: 191, isInView: false });
  phone.answer({ status: 503 });
  while (phone.received.length === 0) await pass(1);
  phone.answer({ status: 201 });
  await pass(60);
  expect(phone.bodies()).toEqual(['Marie: Message 191', 'Marie: Message 191']);
});

test('PUSH-05 a message that a round found too young is pushed once it has waited, as the chat was left meanwhile', async () => {
  await say(host, eventId, 'One');
  await pass(4);
  await say(host, eventId, 'Two');
  await read(1);
  await pass(3);
  expect(phone.bodies()).toEqual([]);
  await pass(3);
  expect(phone.bodies()).toEqual(['Marie: Two']);
});

test('PUSH-02 chats that are off or muted are not pushed: an hour, until the morning, for good', async () => {
  const mute = async (time: 'hour' | 'morning' | 'always' | null) =>
    (await anna.ok(notificationSettingsRoutes.muteChat, { params: { eventId }, body: { for: time } })).mute;
  const until = (ms: number) => ({ until: new Date(ms).toISOString() });
  expect(await mute('hour')).toEqual(until(app.clock.now() + 3_600_000));
  await say(host, eventId, 'Muted');
  await pass(10);
  const morning = new Date(app.clock.now());
  morning.setUTCHours(morning.getUTCHours() >= 8 ? 32 : 8, 0, 0, 0);
  expect(await mute('morning')).toEqual(until(morning.getTime()));
  expect(await mute('always')).toEqual({ until: null });
  await say(host, eventId, 'Still muted');
  await pass(40);
  expect(await mute(null)).toBeNull();
  const settings = { off: ['chat' as const], quiet: null, hides_details: false, by_mail: true };
  await anna.ok(notificationSettingsRoutes.saveNotificationSettings, { body: settings });
  await say(host, eventId, 'Off');
  await pass(40);
  expect(phone.bodies()).toEqual([]);
  await anna.ok(notificationSettingsRoutes.saveNotificationSettings, { body: { ...settings, off: [] } });
  await say(host, eventId, 'Heard');
  await pass(40);
  expect(phone.bodies()).toEqual(['Marie: Heard']);
});

test('PUSH-04 SAFE-01 whoever is blocked or declines meanwhile is told of no message', async () => {
  const ben = await app.signUp({ name: 'Ben' });
  await befriend(host, ben);
  eventId = await createEvent(app, host, { invitee_ids: [anna.id, ben.id] });
  await readAll(anna);
  await block(anna, ben);
  await app.context.jobs.idle();
  await other.context.jobs.idle();
  phone.forget();
  await say(ben, eventId, 'Hidden from her');
  await pass(10);
  expect(phone.bodies()).toEqual([]);
  await say(host, eventId, 'For her');
  await app.context.db.query(
    `update event_invites set status = 'declined' where event_id = $1 and user_id = $2`,
    [eventId, anna.id],
  );
  await pass(40);
  expect(phone.bodies()).toEqual([]);
});

test('PUSH-04 a message to a thousand guests costs few statements and does not hold the process up', async () => {
  await fillGuestList(app, eventId, 1_000);
  const endpoints = service.device();
  await subscribeGuests(app, eventId, endpoints);
  await say(host, eventId, 'Hello, all of you');
  app.clock.advance(5 * SECOND_MS);
  let longestMs = 0;
  let lastMs = performance.now();
  const watch = setInterval(() => {
    longestMs = Math.max(longestMs, performance.now() - lastMs);
    lastMs = performance.now();
  }, 1);
  while (endpoints.received.length < 999) {
    await pass(1);
    // Nothing may be running, where the other process has what is left.
    await new Promise((resolve) => void setImmediate(resolve));
  }
  clearInterval(watch);
  expect(endpoints.received).toHaveLength(999);
  expect(phone.received).toHaveLength(1);
  expect(longestMs).toBeLessThan(HELD_UP_MAX_MS);
});
