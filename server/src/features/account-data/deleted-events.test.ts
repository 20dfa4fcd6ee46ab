import { accountDataRoutes } from '@hereabouts/contract/account-data';
import { DAY_MS, HOUR_MS } from '@hereabouts/contract/durations';
import { eventRoutes } from '@hereabouts/contract/events';
import { notificationRoutes } from '@hereabouts/contract/notifications';
import { TEST_PASSWORD, type TestApp, type TestPerson } from '@hereabouts/testing/app';
import { answer, befriend, createEvent, hoursFromNow, makeOlder } from '@hereabouts/testing/builders';
import { startPushApp } from '@hereabouts/testing/push-app';
import type { TestPushService } from '@hereabouts/testing/push-service';
import { deleteAccountByOperator } from './deletion-service.ts';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';

let app: TestApp;
let service: TestPushService;
let stop: () => Promise<void>;
let host: TestPerson;
let anna: TestPerson;
let ben: TestPerson;
beforeAll(async () => {
  ({ app, service, stop } = await startPushApp());
});
beforeEach(async () => {
  host = await established('Marie');
  [anna, ben] = [await app.signUp({ name: 'Anna' }), await app.signUp({ name: 'Ben' })];
  for (const friend of [anna, ben]) await befriend(friend, host);
});
afterAll(() => stop());

/** No longer a new account. */
const established = async (name: string): Promise<TestPerson> => {
  const person = await app.signUp({ name });
  await makeOlder(app, person);
  return person;
};
const plan = (title: string, inHours: number, invitees = [anna, ben]) =>
  createEvent(app, host, {
    title,
    start_time: hoursFromNow(app.clock, inHours),
    end_time: hoursFromNow(app.clock, inHours + 1),
    invitee_ids: invitees.map(({ id }) => id),
  });
const deleteAccount = (who: TestPerson) =>
  who.ok(accountDataRoutes.deleteAccount, { body: { password: TEST_PASSWORD } });
const told = async (who: TestPerson) => {
  const { notifications } = await who.ok(notificationRoutes.listNotifications, { query: {} });
  return notifications
    .filter(({ kind }) => kind === 'event_deleted')
    .map(({ actor, event, is_read, deleted_events }) => ({ actor, event, is_read, deleted_events }));
};
const gone = (title: string, inHours: number) => ({ title, start_time: hoursFromNow(app.clock, inHours) });
const news = (...events: object[]) => ({
  actor: null,
  event: null,
  is_read: false,
  deleted_events: { events, more: 0 },
});

test('SAFE-03 guests of a deleted account’s upcoming events are told which are off, as by a cancellation', async () => {
  const phone = service.device();
  await phone.subscribe(anna);
  const swim = await plan('Harbour swim', 2);
  await answer(anna, swim, 'accepted');
  await answer(ben, swim, 'declined');
  await plan('Run club', 50, [anna]);
  await plan('Already on', -0.5, [ben]);
  const cancelled = await plan('Cancelled before', 30);
  await host.ok(eventRoutes.cancelEvent, { params: { eventId: cancelled } });
  await app.context.jobs.idle();
  const before = phone.received.length;
  const expected = news(gone('Harbour swim', 2), gone('Run club', 50));

  await deleteAccount(host);

  expect(await told(anna)).toEqual([expected]);
  expect(await told(ben)).toEqual([news(gone('Already on', -0.5))]);
  await app.context.jobs.idle();
  expect(phone.received.slice(before).map(({ message }) => [message.title, message.body])).toEqual([
    [
      'Harbour swim',
      expect.stringMatching(
        /^This event, .+ at .+, has been cancelled: its host’s account was deleted\. 1 other event has been cancelled too\.$/,
      ),
    ],
  ]);
});

test('SAFE-03 guests of an event that is over are told nothing', async () => {
  const over = await plan('Over', 1);
  await answer(anna, over, 'accepted');
  app.clock.advance(DAY_MS);
  for (const person of [host, anna]) await person.signInAgain();
  await deleteAccount(host);
  expect(await told(anna)).toEqual([]);
});

test('SAFE-03 several deleted accounts make one unread notification, with the events of the newest first', async () => {
  const other = await established('Luc');
  await befriend(anna, other);
  await plan('Later', 19, [anna]);
  await createEvent(app, other, {
    title: 'Sooner',
    start_time: hoursFromNow(app.clock, 3),
    end_time: hoursFromNow(app.clock, 4),
    invitee_ids: [anna.id],
  });
  await deleteAccount(host);
  await deleteAccount(other);
  expect(await told(anna)).toEqual([news(gone('Sooner', 3), gone('Later', 19))]);
});

test('SAFE-03 an event still ahead replaces begun ones in an unread notification', async () => {
  const other = await established('Luc');
  await befriend(anna, other);
  await plan('Begun by then', 1, [anna]);
  await deleteAccount(host);
  app.clock.advance(2 * HOUR_MS);
  for (const person of [anna, other]) await person.signInAgain();
  await createEvent(app, other, {
    title: 'Ahead',
    start_time: hoursFromNow(app.clock, 3),
    end_time: hoursFromNow(app.clock, 4),
    invitee_ids: [anna.id],
  });
  await deleteAccount(other);
  expect(await told(anna)).toEqual([news(gone('Ahead', 3))]);
});

test('SAFE-03 a notification names the nearest ten events of an account and counts the others', async () => {
  for (let nth = 1; nth <= 12; nth += 1) await plan(`Event ${nth}`, nth, [anna]);
  await deleteAccount(host);
  const [only] = await told(anna);
  expect(only?.deleted_events?.events.map(({ title }) => title)).toEqual(
    Array.from({ length: 10 }, (_, at) => `Event ${at + 1}`),
  );
  expect(only?.deleted_events?.more).toBe(2);
});

test('OPS-12 SAFE-03 guests of somebody whom the operator deletes are told without a name', async () => {
  for (const hours of [5, 50]) await plan('Rude title', hours, [anna]);
  await deleteAccountByOperator(app.context, host.id);
  const { notifications } = await anna.ok(notificationRoutes.listNotifications, { query: {} });
  expect(notifications.filter(({ kind }) => kind === 'event_removed')).toMatchObject([
    { deleted_events: { events: [], more: 2 } },
  ]);
  expect(JSON.stringify(notifications)).not.toContain('Rude title');
});

test('SAFE-03 an event near the time of somebody else’s is not named, lest a guest miss that one', async () => {
  await plan('Wedding', 22, [anna]);
  await plan('Breakfast', 40, [anna]);
  const other = await app.signUp({ name: 'Luc' });
  await befriend(anna, other);
  await createEvent(app, other, {
    title: 'Wedding',
    start_time: hoursFromNow(app.clock, 20),
    end_time: hoursFromNow(app.clock, 21),
    invitee_ids: [anna.id],
  });
  await deleteAccount(host);
  expect(await told(anna)).toEqual([
    { ...news(), deleted_events: { events: [gone('Breakfast', 40)], more: 1 } },
  ]);
});

test('SAFE-03 an event of a new account is named to guests who are coming, and counted for the others', async () => {
  const newcomer = await app.signUp({ name: 'Mallory' });
  await befriend(anna, newcomer);
  await befriend(ben, newcomer);
  const wedding = await createEvent(app, newcomer, {
    title: 'Wedding',
    start_time: hoursFromNow(app.clock, 20),
    end_time: hoursFromNow(app.clock, 21),
    invitee_ids: [anna.id, ben.id],
  });
  await answer(anna, wedding, 'accepted');
  await deleteAccount(newcomer);
  expect(await told(anna)).toEqual([news(gone('Wedding', 20))]);
  expect(await told(ben)).toEqual([{ ...news(), deleted_events: { events: [], more: 1 } }]);
});

test('SAFE-03 a guest with a thousand invitations is notified of a deleted event without its title (S42)', async () => {
  const swim = await plan('Harbour swim', 2);
  await app.context.db.query(
    `with copies as (
       insert into events overriding system value
       select (jsonb_populate_record(e, jsonb_build_object('id', 1000000 + n, 'creation_key', null, 'created_by', $2::uuid,
         'start_time', e.start_time + interval '100 days', 'end_time', e.end_time + interval '100 days'))).*
       from events e, generate_series(1, 1000) n where e.id = $1 returning id)
     insert into event_invites
     select (jsonb_populate_record(i, jsonb_build_object('event_id', copies.id))).*
     from event_invites i, copies where i.event_id = $1 and i.user_id = $2`,
    [swim, anna.id],
  );
  await deleteAccount(host);
  expect(await told(anna)).toEqual([{ ...news(), deleted_events: { events: [], more: 1 } }]);
  expect(await told(ben)).toEqual([news(gone('Harbour swim', 2))]);
});

test('SAFE-03 somebody with thousands of guests deletes them event by event, and each is told once', async () => {
  const first = await plan('Harbour swim', 2);
  await app.context.db.query(
    `with copies as (
       insert into events overriding system value
       select (jsonb_populate_record(e, jsonb_build_object('id', 2000000 + n, 'creation_key', null, 'title', 'Event ' || n,
         'start_time', e.start_time + n * interval '1 hour', 'end_time', e.end_time + n * interval '1 hour'))).*
       from events e, generate_series(1, 1000) n where e.id = $1 returning id)
     insert into event_invites
     select (jsonb_populate_record(i, jsonb_build_object('event_id', copies.id))).*
     from event_invites i, copies where i.event_id = $1`,
    [first],
  );
  const transactions = vi.spyOn(app.context.db, 'transaction');
  await deleteAccountByOperator(app.context, host.id);
  expect(transactions.mock.calls.length).toBeGreaterThan(1_000);
  transactions.mockRestore();
  const told = await app.context.db.query<{ user_id: string; kind: string }>(
    `select user_id, kind from notifications where user_id in ($1, $2) and kind = 'event_removed'`,
    [anna.id, ben.id],
  );
  expect(new Set(told.map(({ user_id }) => user_id))).toEqual(new Set([anna.id, ben.id]));
  expect(told).toHaveLength(2);
  expect(await app.context.db.query('select from events where id = $1 or id > 2000000', [first])).toEqual([]);
});
