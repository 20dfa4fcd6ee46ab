import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@hereabouts/contract/durations';
import { eventRoutes } from '@hereabouts/contract/events';
import { notificationSettingsRoutes } from '@hereabouts/contract/notification-settings';
import { pushRoutes } from '@hereabouts/contract/push';
import { userTopic } from '@hereabouts/contract/realtime';
import type { TestApp, TestPerson } from '@hereabouts/testing/app';
import { answer, ask, block, createEvent, eventInput, hoursFromNow } from '@hereabouts/testing/builders';
import { advance } from '@hereabouts/testing/jobs';
import { readAll } from '@hereabouts/testing/notifications';
import { arrangePushScene, startPushApp } from '@hereabouts/testing/push-app';
import type { TestDevice, TestPushService } from '@hereabouts/testing/push-service';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

let service: TestPushService;
let app: TestApp;
let stop: () => Promise<void>;
let host: TestPerson;
let anna: TestPerson;
let phone: TestDevice;
beforeAll(async () => {
  ({ app, service, stop } = await startPushApp());
});
beforeEach(async () => {
  ({ host, anna, phone } = await arrangePushScene({
    app,
    service,
    // What follows is about other news.
    prepare: () => app.context.db.query('delete from notifications'),
  }));
});
afterAll(() => stop());

const settle = () => app.context.jobs.idle();
const pass = (ms: number) => advance([app], ms, MINUTE_MS);
const save = (changes: object, person = anna) =>
  person.ok(notificationSettingsRoutes.saveNotificationSettings, {
    body: { off: [], quiet: null, hides_details: false, by_mail: true, ...changes },
  });
const waiting = async () =>
  (
    await app.context.db.query<{ count: number }>(
      `select count(*)::int as count from jobs where kind = 'push'`,
    )
  )[0]?.count;

describe('subscriptions', () => {
  test('PUSH-03 a subscription belongs to a session: it is told by it alone, and ends with it', async () => {
    const own = await anna.ok(pushRoutes.getPush);
    expect(own).toMatchObject({
      endpoint: phone.endpoint,
      has_mail: false,
      settings: { off: [], quiet: null },
    });
    expect(Buffer.from(own.public_key, 'base64url')).toHaveLength(65);
    const laptop = await anna.signInElsewhere();
    expect((await laptop.ok(pushRoutes.getPush)).endpoint).toBeNull();
    const other = service.device();
    await other.subscribe(laptop);
    await laptop.ok(pushRoutes.unsubscribeFromPush);
    await laptop.ok(pushRoutes.unsubscribeFromPush);
    await createEvent(app, host, { invitee_ids: [anna.id] });
    await settle();
    expect([phone.received.length, other.received.length]).toEqual([1, 0]);
    await app.context.auth.endUser(anna.id);
    await anna.signInAgain();
    await createEvent(app, host, { invitee_ids: [anna.id] });
    await settle();
    expect(phone.received).toHaveLength(1);
    expect((await anna.ok(pushRoutes.getPush)).endpoint).toBeNull();
  });

  test('PUSH-03 whoever signs in to the same browser takes the subscription over', async () => {
    await phone.subscribe(host);
    await createEvent(app, host, { invitee_ids: [anna.id] });
    await ask(await app.signUp({ name: 'Zoe' }), host);
    await settle();
    expect(phone.bodies()).toEqual(['Zoe sent you a friend request']);
  });

  test('PUSH-07 a user has at most 20, and the one added first makes way', async () => {
    for (let at = 0; at < 20; at += 1) {
      app.clock.advance(SECOND_MS);
      await service.device().subscribe(await anna.signInElsewhere());
    }
    const rows = await app.context.db.query('select endpoint from push_subscriptions where user_id = $1', [
      anna.id,
    ]);
    expect(rows).toHaveLength(20);
    expect(rows).not.toContainEqual({ endpoint: phone.endpoint });
  });

  test('PUSH-07 other addresses, other ports, other schemes and keys of no browser are refused', async () => {
    const subscribe = (endpoint: string, keys = phone.keys) =>
      anna.call(pushRoutes.subscribeToPush, { body: { endpoint, keys } });
    const statuses = async (endpoints: string[]) =>
      (await Promise.all(endpoints.map((endpoint) => subscribe(endpoint)))).map(({ status }) => status);
    const good = [
      'https://fcm.googleapis.com/fcm/send/abc',
      'https://updates.push.services.mozilla.com/wpush/v2/abc',
      'https://web.push.apple.com/abc',
      'https://db5p.notify.windows.com/w/?token=abc',
    ];
    expect(await statuses(good)).toEqual(good.map(() => 204));
    const bad = [
      'http://fcm.googleapis.com/fcm/send/abc',
      'https://fcm.googleapis.com:8443/abc',
      'https://user:word@fcm.googleapis.com/abc',
      'https://fcm.googleapis.com.example.org/abc',
      'https://notfcm.googleapis.com/abc',
      'https://a..notify.windows.com/w/',
      'https://.notify.windows.com/w/',
      'https://example.org/abc',
      'https://127.0.0.1/abc',
      'https://[::1]/abc',
      'https://localhost/abc',
      'https://169.254.169.254/latest/meta-data',
      'file:///etc/passwd',
    ];
    expect(await statuses(bad)).toEqual(bad.map(() => 400));
    expect((await subscribe(good[0]!, { ...phone.keys, auth: 'AAAA' })).status).toBe(400);
    const noPoint = Buffer.alloc(65, 7).toString('base64url');
    expect((await subscribe(good[0]!, { ...phone.keys, p256dh: noPoint })).status).toBe(400);
  });
});

test('PUSH-03 the spellings of an endpoint are one device, with a fragment too (S62)', async () => {
  const subscribe = (endpoint: string, person: TestPerson) =>
    person.ok(pushRoutes.subscribeToPush, { body: { endpoint, keys: phone.keys } });
  await subscribe('https://FCM.googleapis.com:443/a/../fcm/send/abc#x', anna);
  await subscribe(' https://fcm.googleapis.com/fcm/send/abc#', host);
  expect((await anna.ok(pushRoutes.getPush)).endpoint).toBeNull();
  expect((await host.ok(pushRoutes.getPush)).endpoint).toBe('https://fcm.googleapis.com/fcm/send/abc');
});

describe('what is sent', () => {
  test('PUSH-03 PUSH-04 news reach each device once, with topic and urgency, and no coordinate', async () => {
    const tablet = service.device();
    await tablet.subscribe(await anna.signInElsewhere());
    const eventId = await createEvent(app, host, { invitee_ids: [anna.id] });
    await settle();
    for (const device of [phone, tablet]) {
      expect(device.received).toHaveLength(1);
      const [{ message, headers }] = device.received as [TestDevice['received'][number]];
      expect(message).toMatchObject({
        title: 'Beach bonfire',
        path: `/event/${eventId}`,
        keep: [message.tag],
      });
      expect(message.body).toMatch(/^Marie invited you: today at \d\d:00$/);
      expect(headers).toMatchObject({
        topic: expect.stringMatching(/^[\w-]{16,32}$/),
        urgency: 'normal',
        ttl: '86400',
        'content-encoding': 'aes128gcm',
      });
      expect(headers['authorization']).toMatch(/^vapid t=.+, k=.+/);
      expect(JSON.stringify(message)).not.toMatch(/49\.2|-2\.2/);
    }
    // They may be two accounts on one endpoint, where the service keeps one waiting message for each topic.
    const [topic, other] = [phone, tablet].map(({ received }) => received[0]?.headers['topic']);
    expect(topic).not.toBe(other);
    expect(await waiting()).toBe(0);
  });

  test('PUSH-03 changes of one event replace each other on a device', async () => {
    const eventId = await createEvent(app, host, { invitee_ids: [anna.id] });
    await settle();
    for (const title of ['One', 'Two']) {
      const body = { ...eventInput(app.clock, { title, invitee_ids: [anna.id] }), keep_answers: true };
      await host.ok(eventRoutes.updateEvent, { params: { eventId }, body });
      await pass(MINUTE_MS);
    }
    const [, one, two] = phone.received;
    expect([one?.message.title, two?.message.title]).toEqual(['One', 'Two']);
    expect(one?.headers['topic']).toBe(two?.headers['topic']);
    expect(one?.message.tag).not.toBe(phone.received[0]?.message.tag);
  });

  test('DATA-04 times are told in the zone of the browser used last', async () => {
    for (const time_zone of ['Europe/Paris', 'Asia/Tokyo', 'Nowhere/Land']) {
      await (await app.connect(anna)).join(userTopic(anna.id), { time_zone });
    }
    await createEvent(app, host, {
      start_time: '2026-08-01T16:30:00.000Z',
      end_time: '2026-08-01T19:00:00.000Z',
      invitee_ids: [anna.id],
    });
    await settle();
    expect(phone.bodies()).toEqual(['Marie invited you: on Sun 2 Aug at 01:30']);
  });

  test('PUSH-04 who has lost the right meanwhile gets nothing', async () => {
    phone.answer({ status: 503 });
    const other = await app.signUp({ name: 'Other' });
    const lose: Record<string, (eventId: number) => Promise<unknown>> = {
      uninvited: (eventId) =>
        host.ok(eventRoutes.updateEvent, {
          params: { eventId },
          body: { ...eventInput(app.clock), keep_answers: true },
        }),
      declined: (eventId) => answer(anna, eventId, 'declined'),
      read: () => readAll(anna),
      ended: async () => app.clock.set(app.clock.now() + 4 * HOUR_MS),
      blocked: () => block(host, anna),
    };
    expect(other.id).not.toBe(anna.id);
    for (const [name, revoke] of Object.entries(lose)) {
      const eventId = await createEvent(app, host, { invitee_ids: [anna.id] });
      await settle();
      const tried = phone.received.length;
      await revoke(eventId);
      await anna.signInAgain().catch(() => {});
      await pass(5 * MINUTE_MS);
      expect([name, phone.received.length - tried]).toEqual([name, 0]);
      expect(await waiting()).toBe(0);
      await host.signInAgain();
    }
  });

  test('PUSH-05 what was read before it is sent is not sent', async () => {
    await save({ quiet: { from: 0, until: 1 } });
    const eventId = await createEvent(app, host, { invitee_ids: [anna.id] });
    await settle();
    expect(phone.bodies()).toHaveLength(1);
    await answer(anna, eventId, 'accepted');
    await readAll(anna);
    expect(await anna.ok(pushRoutes.listShownNews)).toEqual({ keep: [], read_chats: [] });
  });
});

describe('answers of the push service', () => {
  const one = async () => {
    await createEvent(app, host, { invitee_ids: [anna.id] });
    await settle();
  };

  test.each([404, 410])('PUSH-03 %i deletes the subscription', async (status) => {
    phone.answer({ status });
    await one();
    expect((await anna.ok(pushRoutes.getPush)).endpoint).toBeNull();
    expect(await waiting()).toBe(0);
  });

  test.each([400, 403, 413, 302])('PUSH-07 %i is not repeated or followed', async (status) => {
    phone.answer({ status });
    await one();
    await pass(10 * MINUTE_MS);
    expect(service.received.filter(({ device }) => device === phone.name)).toHaveLength(1);
    expect((await anna.ok(pushRoutes.getPush)).endpoint).toBe(phone.endpoint);
    expect(await waiting()).toBe(0);
  });

  test.each([429, 500, 503])('PUSH-03 %i is repeated after Retry-After', async (status) => {
    phone.answer({ status, retryAfter: '1200' });
    await one();
    await pass(19 * MINUTE_MS);
    expect(phone.received).toHaveLength(1);
    phone.answer({ status: 201 });
    await pass(2 * MINUTE_MS);
    expect(phone.received).toHaveLength(2);
    await pass(HOUR_MS);
    expect(phone.received).toHaveLength(2);
  });

  test('PUSH-03 a service that always refuses is asked for a day at most', async () => {
    const startMs = app.clock.now();
    phone.answer({ status: 503, retryAfter: '7200' });
    await createEvent(app, host, {
      start_time: hoursFromNow(app.clock, 100),
      end_time: hoursFromNow(app.clock, 101),
      invitee_ids: [anna.id],
    });
    await settle();
    while ((await waiting()) !== 0) {
      app.clock.advance(30 * MINUTE_MS);
      await settle();
    }
    expect(app.clock.now() - startMs).toBeLessThan(DAY_MS + HOUR_MS);
    expect(phone.received.length).toBeGreaterThan(8);
    expect(phone.received.length).toBeLessThan(14);
  });
});

describe('settings', () => {
  test('PUSH-02 kinds that are off are not sent, and stay in the bell', async () => {
    await save({ off: ['invitations'] });
    await createEvent(app, host, { invitee_ids: [anna.id] });
    await settle();
    expect(phone.received).toEqual([]);
    expect((await anna.ok(pushRoutes.listShownNews)).keep).toHaveLength(1);
  });

  test('PUSH-02 the lock screen shows no details if they are hidden', async () => {
    await save({ hides_details: true });
    await createEvent(app, host, { invitee_ids: [anna.id] });
    await settle();
    expect(phone.received[0]?.message).toMatchObject({ title: 'Hereabouts', body: 'New notification' });
  });

  test('PUSH-02 in quiet hours nothing is sent, and afterwards what still applies', async () => {
    const socket = await app.connect(anna);
    await socket.join(userTopic(anna.id), { time_zone: 'Asia/Kathmandu' });
    // Five hours and three quarters ahead of UTC.
    const local = (minutes: number) =>
      (Math.floor(app.clock.now() / MINUTE_MS) + 345 + minutes) % (DAY_MS / MINUTE_MS);
    await save({ quiet: { from: local(-5), until: local(30) } });
    const end_time = hoursFromNow(app.clock, 0.3);
    const start_time = hoursFromNow(app.clock, 0.2);
    await createEvent(app, host, { title: 'Over by then', start_time, end_time, invitee_ids: [anna.id] });
    await createEvent(app, host, { title: 'To come', invitee_ids: [anna.id] });
    await settle();
    await pass(29 * MINUTE_MS);
    expect(phone.received).toEqual([]);
    await pass(2 * MINUTE_MS);
    expect(phone.received.map(({ message }) => message.title)).toEqual(['To come']);
  });
});
