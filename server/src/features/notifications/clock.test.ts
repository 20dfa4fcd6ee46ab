import { DAY_MS, HOUR_MS } from '@hereabouts/contract/durations';
import { eventRoutes } from '@hereabouts/contract/events';
import { userTopic } from '@hereabouts/contract/realtime';
import { startTestApp, type TestApp, type TestPerson } from '@hereabouts/testing/app';
import { answer, befriend, createEvent, hoursFromNow } from '@hereabouts/testing/builders';
import { kinds, read, readAll } from '@hereabouts/testing/notifications';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { notifyOfStarts } from './event-start-service.ts';
import { sweepNotifications } from './upkeep-service.ts';

let app: TestApp;
let host: TestPerson;
let anna: TestPerson;
let ben: TestPerson;
beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  host = await app.signUp({ name: 'Host' });
  [anna, ben] = [await app.signUp({ name: 'Anna' }), await app.signUp({ name: 'Ben' })];
  await befriend(anna, host);
  await befriend(ben, host);
  // What follows is about other news than these.
  await app.context.db.query('delete from notifications');
});
afterAll(() => app.stop());

/** Copies of an event, each with the same guests beside its creator, who are going. */
const COPIES_SQL = `
  with people as (
    insert into users (id, name, created_at, updated_at)
    select gen_random_uuid(), 'Guest ' || n, now(), now() from generate_series(1, $3) n returning id),
  copies as (
    insert into events overriding system value
    select (jsonb_populate_record(e, jsonb_build_object('id', 1000000 + n, 'creation_key', null))).*
    from events e, generate_series(1, $2) n where e.id = $1 returning id)
  insert into event_invites
  select (jsonb_populate_record(i, jsonb_build_object('event_id', copies.id, 'user_id', guest.id))).*
  from event_invites i, copies, (select id from people union all select created_by from events where id = $1) guest
  where i.event_id = $1`;

describe('an event goes live', () => {
  test('NOTE-01 the creator and guests Going or Maybe are notified once when it starts', async () => {
    const carl = await app.signUp({ name: 'Carl' });
    await befriend(host, carl);
    await app.context.db.query('delete from notifications');
    const eventId = await createEvent(app, host, {
      start_time: hoursFromNow(app.clock, 0.01),
      invitee_ids: [anna.id, ben.id, carl.id],
    });
    await answer(anna, eventId, 'accepted');
    await answer(ben, eventId, 'tentative');
    await app.context.db.query(`delete from notifications where kind = 'rsvp_received'`);
    const [hostHears, annaHears] = [await app.listen(host), await app.listen(anna)];
    app.clock.advance(30_000);
    await notifyOfStarts(app.context);
    expect(await kinds(host)).toEqual([]);

    app.clock.advance(15_000);
    await hostHears.seen(userTopic(host.id), 'notifications_changed');
    await annaHears.seen(userTopic(anna.id), 'notifications_changed');
    expect((await read(host)).notifications).toMatchObject([
      { kind: 'event_live', actor: null, event: { id: eventId }, created_at: hoursFromNow(app.clock, 0) },
    ]);
    expect([await kinds(anna), await kinds(ben), await kinds(carl)]).toEqual([
      ['event_live', 'invited'],
      ['event_live', 'invited'],
      ['invited'],
    ]);
    await readAll(anna);
    await Promise.all([notifyOfStarts(app.context), notifyOfStarts(app.context)]);
    expect([await kinds(host), await kinds(anna)]).toEqual([['event_live'], ['event_live', 'invited']]);
  });

  test('NOTE-01 a start missed by a restart is notified for an hour; not an older, ended or cancelled one', async () => {
    const begin = async (title: string, startHours: number, endHours: number) => {
      const eventId = await createEvent(app, host, { title });
      const sql = `update events set start_time = $2, end_time = $3, created_at = $4 where id = $1`;
      const at = (hours: number) => hoursFromNow(app.clock, hours);
      await app.context.db.query(sql, [eventId, at(startHours), at(endHours), at(startHours - 1)]);
      return eventId;
    };
    await begin('Long past', -1.01, 2);
    await begin('Ended', -0.5, -0.1);
    const cancelled = await begin('Cancelled', -0.2, 2);
    await host.ok(eventRoutes.cancelEvent, { params: { eventId: cancelled } });
    await begin('Missed', -0.99, 2);
    await notifyOfStarts(app.context);
    const { notifications } = await read(host);
    expect(notifications.map(({ event }) => event?.title)).toEqual(['Missed']);
  });

  test('many starts of one minute are notified in batches, each in a short transaction (S42)', async () => {
    const eventId = await createEvent(app, host, { start_time: hoursFromNow(app.clock, 0.01) });
    await app.context.db.query(COPIES_SQL, [eventId, 45, 14]);
    app.clock.set(app.clock.now() + 60_000);
    await notifyOfStarts(app.context);
    const transactions = () =>
      app.context.db.query<{ told: number }>(
        `select count(*)::int as told from notifications n join events e on e.id = n.event_id
         where kind = 'event_live' and e.created_by = $1 group by n.xmin::text`,
        [host.id],
      );
    const batches = await transactions();
    expect(batches.reduce((sum, { told }) => sum + told, 0)).toBe(45 * 15 + 1);
    expect(batches.length).toBeGreaterThan(2);
    await notifyOfStarts(app.context);
    expect(await transactions()).toEqual(batches);
  });

  test('NOTE-01 an event that is put off after its start has not started, and its new start is told', async () => {
    const eventId = await createEvent(app, host, {
      start_time: hoursFromNow(app.clock, 0.01),
      invitee_ids: [anna.id, ben.id],
    });
    await answer(anna, eventId, 'accepted');
    app.clock.advance(60_000);
    await notifyOfStarts(app.context);
    expect(await kinds(anna)).toContain('event_live');
    const event = await host.ok(eventRoutes.getEvent, { params: { eventId } });
    const times = { start_time: hoursFromNow(app.clock, 0.1), end_time: hoursFromNow(app.clock, 4) };
    const invitee_ids = [anna.id, ben.id];
    const body = { ...event, ...times, invitee_ids, keep_answers: true };
    await host.ok(eventRoutes.updateEvent, { params: { eventId }, body });
    expect([await kinds(host), await kinds(anna)].flat()).not.toContain('event_live');
    app.clock.advance(0.1 * HOUR_MS);
    await notifyOfStarts(app.context);
    expect(await kinds(anna)).toContain('event_live');
    // Whoever comes later knows that it runs.
    app.clock.advance(1_000);
    await answer(ben, eventId, 'accepted');
    await notifyOfStarts(app.context);
    expect(await kinds(ben)).not.toContain('event_live');
  });

  test('NOTE-01 an event made while it runs is an invitation, not a start', async () => {
    await createEvent(app, host, { start_time: hoursFromNow(app.clock, -0.1), invitee_ids: [anna.id] });
    await notifyOfStarts(app.context);
    expect([await kinds(host), await kinds(anna)]).toEqual([[], ['invited']]);
  });
});

test('NOTE-01 read ones are kept 30 days, all others 90', async () => {
  await createEvent(app, host, { invitee_ids: [anna.id, ben.id] });
  await readAll(anna);
  const rows = async () =>
    (await app.context.db.query('select id from notifications where user_id = any($1)', [[anna.id, ben.id]]))
      .length;
  const after = async (ms: number) => {
    app.clock.set(app.clock.now() + ms);
    await sweepNotifications(app.context);
    return await rows();
  };
  const told: number[] = [
    await after(30 * DAY_MS),
    await after(1),
    await after(60 * DAY_MS - 1),
    await after(1),
  ];
  expect(told).toEqual([2, 1, 1, 0]);
});

test('NOTE-01 a sweep deletes all that is old, however much that is, and finds what is read by an index', async () => {
  const { db } = app.context;
  const old = new Date(app.clock.now() - 31 * DAY_MS).toISOString();
  await db.query(
    `insert into notifications (user_id, kind, created_at, read_at)
     select $1, 'event_removed', $2::timestamptz, $2::timestamptz from generate_series(1, 10001)`,
    [anna.id, old],
  );
  const left = () => db.query('select id from notifications where created_at <= $1', [old]);
  await db.query('analyze notifications');
  const plan = await db.query(
    `explain select id from notifications where created_at < $1 and read_at is not null order by created_at limit 1000`,
    [old],
  );
  expect(JSON.stringify(plan)).toContain('notifications_read_by_time');
  await sweepNotifications(app.context);
  expect(await left()).toEqual([]);
});
