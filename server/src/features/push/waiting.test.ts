import { accountDataRoutes } from '@hereabouts/contract/account-data';
import { MINUTE_MS, SECOND_MS } from '@hereabouts/contract/durations';
import { eventRoutes } from '@hereabouts/contract/events';
import { notificationSettingsRoutes } from '@hereabouts/contract/notification-settings';
import { pushRoutes } from '@hereabouts/contract/push';
import { TEST_PASSWORD, type TestApp, type TestPerson } from '@hereabouts/testing/app';
import { createEvent, fillGuestList, say, subscribeGuests } from '@hereabouts/testing/builders';
import { advance } from '@hereabouts/testing/jobs';
import { kinds } from '@hereabouts/testing/notifications';
import { arrangePushScene, startPushApp } from '@hereabouts/testing/push-app';
import type { TestDevice, TestPushService } from '@hereabouts/testing/push-service';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Queryable } from '#server/db/database.ts';
import { planPushes } from './plan-service.ts';

const DAY_MINUTES = 24 * 60;
/** More than are stored in one transaction. */
const GUESTS = 600;
const DEVICES_PER_BATCH = 500;

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
  ({ host, anna, phone } = await arrangePushScene({ app, service }));
});
afterEach(() => void vi.restoreAllMocks());
afterAll(() => stop());

const isOf = (sql: unknown, part: string) => String(sql).includes(part);
const eventWithAnna = () => createEvent(app, host, { invitee_ids: [anna.id] });
const pass = (seconds: number) => advance([app], seconds * SECOND_MS, SECOND_MS);
async function keepQuiet() {
  const minute = Math.floor(app.clock.now() / MINUTE_MS) % DAY_MINUTES;
  const quiet = { from: minute, until: (minute + 120) % DAY_MINUTES };
  const settings = { off: [], quiet, hides_details: false, by_mail: true };
  await anna.ok(notificationSettingsRoutes.saveNotificationSettings, { body: settings });
}
const waiting = async (db: Queryable = app.context.db, isChat = true) =>
  (
    await db.query(
      `select from jobs where kind = 'push' and user_id = $1 and (payload -> 'subject' ->> 'kind' = 'chat') = $2`,
      [anna.id, isChat],
    )
  ).length;
const waitingNews = () => waiting(app.context.db, false);
/** As many as if there had been messages in that many chats, on a device that this process does not know. */
async function fillNewDevice(chats: number) {
  await anna.ok(pushRoutes.unsubscribeFromPush);
  await service.device().subscribe(anna);
  await app.context.db.query(
    `insert into jobs (id, kind, payload, user_id, recipient, key, created_at, due_at, expires_at)
     select gen_random_uuid(), 'push', '{"subject": {"kind": "chat"}}', s.user_id, s.id, n::text, $2::timestamptz,
       $2::timestamptz + interval '1 hour', $2::timestamptz + interval '1 day'
     from push_subscriptions s, generate_series(1, $3::int) n where s.user_id = $1`,
    [anna.id, new Date(app.clock.now()).toISOString(), chats],
  );
}

test('PUSH-04 a night of messages leaves a hundred pushes about chats for a device', async () => {
  const eventIds = [await eventWithAnna(), await eventWithAnna(), await eventWithAnna()];
  await pass(1);
  await keepQuiet();
  await fillNewDevice(98);
  for (const eventId of eventIds) await say(host, eventId);
  await pass(6);
  expect(await waiting()).toBe(100);
});

test('PUSH-04 SAFE-04 where two hundred wait, further news is in the list alone, and a cancellation is pushed all the same', async () => {
  const eventId = await eventWithAnna();
  await pass(1);
  await keepQuiet();
  await fillNewDevice(200);
  await eventWithAnna();
  await pass(1);
  expect([await waitingNews(), await kinds(anna)]).toEqual([0, ['invited', 'invited', 'request_accepted']]);
  await host.ok(eventRoutes.cancelEvent, { params: { eventId } });
  await pass(1);
  expect(await waitingNews()).toBe(1);
});

test('PUSH-03 SAFE-03 what waits for a device goes with its subscription, and with the account', async () => {
  const eventId = await eventWithAnna();
  await keepQuiet();
  await say(host, eventId);
  await pass(6);
  expect(await waiting()).toBe(1);
  await anna.ok(pushRoutes.unsubscribeFromPush);
  expect(await waiting()).toBe(0);
  await fillNewDevice(10);
  // As with a session that makes room for a new one.
  await app.context.db.query('delete from push_subscriptions where user_id = $1', [anna.id]);
  await anna.ok(pushRoutes.unsubscribeFromPush);
  expect(await waiting()).toBe(0);
  await fillNewDevice(600);
  const { finishDeletion } = app.context.auth;
  let left = Infinity;
  vi.spyOn(app.context.auth, 'finishDeletion').mockImplementation((which, within) =>
    finishDeletion(which, async (tx) => {
      left = await waiting(tx);
      return await within(tx);
    }),
  );
  await anna.ok(accountDataRoutes.deleteAccount, { body: { password: TEST_PASSWORD } });
  expect(left).toBe(0);
});

test('PUSH-04 a transaction stores the pushes for five hundred devices; jobs store those for the others', async () => {
  const eventId = await eventWithAnna();
  await fillGuestList(app, eventId, GUESTS);
  const crowd = service.device();
  await subscribeGuests(app, eventId, crowd);
  await pass(1);
  const guests = await app.context.db.query<{ user_id: string }>(
    'select user_id from event_invites where event_id = $1 and user_id not in ($2, $3)',
    [eventId, host.id, anna.id],
  );
  const userIds = guests.map(({ user_id }) => user_id);
  const news = { kind: 'event_changed', event_id: eventId, actor_id: host.id } as const;
  const stored = await app.context.db.transaction(async (tx) => {
    await planPushes(app.context, tx, { ...news, userIds });
    await planPushes(app.context, tx, { ...news, event_id: null, userIds: userIds.slice(0, 10) });
    return await tx.query('select kind, count(*)::int from jobs group by kind order by kind');
  });
  expect(stored).toEqual([
    { kind: 'push', count: DEVICES_PER_BATCH },
    { kind: 'push_further', count: 2 },
  ]);
  await pass(1);
  const enqueueMany = vi.spyOn(app.context.jobs, 'enqueueMany');
  await say(host, eventId);
  await pass(6);
  expect(enqueueMany.mock.calls.map(([, , jobs]) => jobs.length)).toEqual([
    DEVICES_PER_BATCH,
    GUESTS - DEVICES_PER_BATCH,
  ]);
  await host.ok(eventRoutes.cancelEvent, { params: { eventId } });
  await pass(10);
  const heard = [...crowd.received, ...phone.received].filter(({ message }) =>
    message.body?.includes('cancel'),
  );
  expect(heard).toHaveLength(userIds.length + 1);
});

test('PUSH-04 a round of a chat cools down for as long as it took before another one begins', async () => {
  const eventIds = [await eventWithAnna(), await eventWithAnna()];
  await pass(MINUTE_MS / SECOND_MS);
  const { query } = app.context.db;
  let begun = 0;
  vi.spyOn(app.context.db, 'query').mockImplementation(async (sql, params) => {
    if (isOf(sql, 'insert into pushed_chats')) {
      begun += 1;
      app.clock.set(app.clock.now() + 200);
    }
    return await query(sql, params);
  });
  phone.forget();
  for (const eventId of eventIds) await say(host, eventId);
  app.clock.advance(5 * SECOND_MS);
  await expect.poll(() => phone.received.length).toBe(1);
  expect(begun).toBe(1);
  app.clock.advance(200);
  await expect.poll(() => phone.received.length).toBe(2);
  expect(begun).toBe(2);
  app.clock.advance(200);
  await app.context.jobs.idle();
});

test('PUSH-05 what people may go on showing is looked up for ten of them at a time, one statement after the other', async () => {
  const eventId = await eventWithAnna();
  await fillGuestList(app, eventId, 30);
  const crowd = service.device();
  await subscribeGuests(app, eventId, crowd);
  await say(host, eventId);
  const { query } = app.context.db;
  const sizes: number[] = [];
  let [running, most] = [0, 0];
  vi.spyOn(app.context.db, 'query').mockImplementation(async (sql, params) => {
    if (!isOf(sql, 'as read_chats')) return await query(sql, params);
    const [userIds] = params as [string[]];
    sizes.push(userIds.length);
    most = Math.max(most, (running += 1));
    return await query(sql, params).finally(() => (running -= 1));
  });
  await pass(6);
  expect(crowd.received).toHaveLength(29);
  expect([Math.max(...sizes), most]).toEqual([10, 1]);
});
