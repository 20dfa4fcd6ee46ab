import { randomUUID } from 'node:crypto';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@hereabouts/contract/durations';
import { eventRoutes } from '@hereabouts/contract/events';
import { startTestApp, type TestApp, type TestPerson } from '@hereabouts/testing/app';
import { befriend, createEvent, eventInput, hoursFromNow } from '@hereabouts/testing/builders';
import { withDatabase } from '@hereabouts/testing/effects';
import { kinds, read } from '@hereabouts/testing/notifications';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '#server/db/database.ts';
import { notifyOfStarts } from './event-start-service.ts';
import { markRead } from './list-service.ts';
import { trimNotifications } from './upkeep-service.ts';

let app: TestApp;
let host: TestPerson;
let anna: TestPerson;
beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  [host, anna] = [await app.signUp({ name: 'Host' }), await app.signUp({ name: 'Anna' })];
  await befriend(anna, host);
  await app.context.db.query('delete from notifications');
  await app.context.db.query('delete from events where id > 1000000');
});
afterAll(() => app.stop());

/** Read ones, at this moment. */
const receive = (person: TestPerson, count: number, actor = host) =>
  app.context.db.query(
    `insert into notifications (user_id, kind, actor_id, created_at, read_at)
     select $1, 'request_accepted', $2, $3::timestamptz, $3 from generate_series(1, $4)`,
    [person.id, actor.id, new Date(app.clock.now()).toISOString(), count],
  );
const COPIES = `copies as (
  insert into events overriding system value
  select (jsonb_populate_record(e, jsonb_build_object('id', 1000000 + n, 'creation_key', null))).*
  from events e, generate_series(1, $2) n where e.id = $1 returning id)`;
/** One for each copy of an event. */
const receiveUnread = (person: TestPerson, eventId: number, count: number) =>
  app.context.db.query(
    `with ${COPIES}
     insert into notifications (user_id, kind, event_id, actor_id, created_at)
     select $3, 'invited', id, $4, $5 from copies`,
    [eventId, count, person.id, host.id, new Date(app.clock.now()).toISOString()],
  );
const count = async (person: TestPerson, actor: TestPerson | null = null) => {
  const rows = await app.context.db.query<{ actor_id: string }>(
    'select actor_id from notifications where user_id = $1',
    [person.id],
  );
  return rows.filter(({ actor_id }) => actor === null || actor_id === actor.id).length;
};

test('unread notifications are counted up to a hundred (S42)', async () => {
  const eventId = await createEvent(app, host, { is_private: false });
  await receiveUnread(anna, eventId, 130);
  expect((await read(anna)).unread_count).toBe(100);
  await app.context.db.query('delete from notifications where event_id > 1000003');
  expect((await read(anna)).unread_count).toBe(3);
});

test('NOTE-01 however many events of one person start, those of others take turns with them, also one that starts meanwhile (S42)', async () => {
  const { db } = app.context;
  const eventId = await createEvent(app, host, { start_time: hoursFromNow(app.clock, 0.01) });
  await db.query(`with ${COPIES} select from copies`, [eventId, 250]);
  const early = await createEvent(app, anna, { start_time: hoursFromNow(app.clock, 0.012) });
  const late = await createEvent(app, anna);
  const startSql = 'update events set start_time = $2 where id = $1';
  app.clock.set(app.clock.now() + MINUTE_MS);
  const watched: Database = {
    ...db,
    query: async <Row>(sql: string, params?: readonly unknown[]) => {
      const rows = await db.query<Row>(sql, params);
      if (sql.includes('as turn')) await db.query(startSql, [late, hoursFromNow(app.clock, 0)]);
      return rows;
    },
  };
  await notifyOfStarts(withDatabase(app.context, watched));
  const told = await db.query<{ event_id: number }>(
    `select event_id from notifications where kind = 'event_live' order by id`,
  );
  const placeOf = (id: number) => told.findIndex(({ event_id }) => event_id === id);
  expect(told).toHaveLength(253);
  expect(placeOf(early)).toBeLessThan(20);
  expect(placeOf(late)).toBeGreaterThan(placeOf(early));
  expect(placeOf(late)).toBeLessThan(220);
});

test('however many are unread, they are marked as read, at most 500 in one statement (S42)', async () => {
  const eventId = await createEvent(app, host, { is_private: false });
  await receiveUnread(anna, eventId, 1_200);
  const marked: number[] = [];
  const { db } = app.context;
  const watched: Database = {
    ...db,
    query: async <Row>(sql: string, params?: readonly unknown[]) => {
      const rows = await db.query<Row>(sql, params);
      if (sql.includes('set read_at')) marked.push(rows.length);
      return rows;
    },
  };
  const viewer = { userId: anna.id, sessionId: randomUUID() };
  const [last] = await db.query<{ id: number }>(
    'select id from notifications where user_id = $1 order by id desc offset 10 limit 1',
    [anna.id],
  );
  expect(await markRead(withDatabase(app.context, watched), viewer, last!.id)).toBe(10);
  expect(marked).toEqual([500, 500, 190]);
});

test('NOTE-01 a count that took long does not overtake a newer one', async () => {
  const [first, second] = [await createEvent(app, host), await createEvent(app, host)];
  await receiveUnread(anna, first, 2);
  const [older] = await app.context.db.query<{ id: number }>('select min(id) as id from notifications');
  const { db } = app.context;
  const counted = Promise.withResolvers<void>();
  const told = Promise.withResolvers<void>();
  const slow: Database = {
    ...db,
    query: async <Row>(sql: string, params?: readonly unknown[]) => {
      const rows = await db.query<Row>(sql, params);
      if (!sql.includes('unread_count')) return rows;
      counted.resolve();
      await told.promise;
      return rows;
    },
  };
  const page = await app.listen(anna);
  const heard = () => page.received.findLast(({ event }) => event === 'notifications_changed')?.payload;
  const viewer = { userId: anna.id, sessionId: randomUUID() };
  const read = markRead(withDatabase(app.context, slow), viewer, older!.id);
  await counted.promise;
  await host.ok(eventRoutes.updateEvent, {
    params: { eventId: second },
    body: { ...eventInput(app.clock), invitee_ids: [anna.id], keep_answers: true },
  });
  await expect.poll(heard).toEqual({ unread_count: 2 });
  told.resolve();
  expect(await read).toBe(1);
  await page.settled();
  expect(heard()).toEqual({ unread_count: 2 });
});

test('a person keeps the newest 300 notifications, and 100 that one other person caused (S42)', async () => {
  const [ben, cat] = [await app.signUp(), await app.signUp()];
  for (const actor of [ben, cat]) await receive(anna, 90, actor);
  await receive(ben, 20);
  app.clock.set(app.clock.now() + HOUR_MS);
  await receive(anna, 500);
  await trimNotifications(app.context);
  expect([await count(anna), await count(anna, host), await count(ben)]).toEqual([280, 100, 20]);
  const dan = await app.signUp();
  await receive(anna, 60, dan);
  await trimNotifications(app.context);
  expect([await count(anna), await count(anna, host), await count(anna, dan)]).toEqual([300, 100, 60]);
});

test('a notification by nobody counts for its event’s creator and displaces no other (S42)', async () => {
  const eventId = await createEvent(app, host, { invitee_ids: [anna.id] });
  await app.context.db.query('delete from notifications');
  await app.context.db.query(
    `insert into notifications (user_id, kind, created_at) values ($1, 'event_deleted', $2)`,
    [anna.id, new Date(app.clock.now()).toISOString()],
  );
  await receiveUnread(anna, eventId, 150);
  await app.context.db.query(
    `update notifications set kind = 'answer_reminder', actor_id = null where event_id is not null`,
  );
  await trimNotifications(app.context);
  const left = await app.context.db.query<{ kind: string; count: number }>(
    'select kind, count(*)::int as count from notifications where user_id = $1 group by kind order by kind',
    [anna.id],
  );
  expect(left).toEqual([
    { kind: 'answer_reminder', count: 100 },
    { kind: 'event_deleted', count: 1 },
  ]);
});

test('notifications of starts within the hour are kept: none is sent twice (S42)', async () => {
  const eventId = await createEvent(app, host, { invitee_ids: [anna.id] });
  await app.context.db.query('delete from notifications');
  await receiveUnread(anna, eventId, 150);
  await app.context.db.query(`update notifications set kind = 'event_live', actor_id = null`);
  await trimNotifications(app.context);
  expect(await count(anna)).toBe(150);
  app.clock.set(app.clock.now() + HOUR_MS);
  await receive(anna, 1);
  await trimNotifications(app.context);
  expect(await count(anna)).toBe(100);
});

test('SAFE-04 who has caused too many notifications makes and edits no events, and still cancels them (S42)', async () => {
  const eventId = await createEvent(app, host, { invitee_ids: [anna.id] });
  while (app.context.notificationBudget.take(host.id) === 0);
  const event = { ...eventInput(app.clock), invitee_ids: [anna.id] };
  const created = await host.call(eventRoutes.createEvent, { body: event });
  expect(created).toMatchObject({ status: 429, body: { error: { code: 'rate_limited' } } });
  const edited = await host.call(eventRoutes.updateEvent, {
    params: { eventId },
    body: { ...event, title: 'Another title', keep_answers: true },
  });
  expect(edited.status).toBe(429);
  expect(await kinds(anna)).toEqual(['invited']);
  await host.ok(eventRoutes.createEvent, { body: { ...event, invitee_ids: [] } });
  await host.ok(eventRoutes.cancelEvent, { params: { eventId } });
  expect(await kinds(anna)).toEqual(['event_cancelled', 'invited']);
  app.clock.set(app.clock.now() + DAY_MS);
  await host.signInAgain();
  await host.ok(eventRoutes.createEvent, { body: { ...eventInput(app.clock), invitee_ids: [anna.id] } });
});
