import { DAY_MS, HOUR_MS, MINUTE_MS } from '@hereabouts/contract/durations';
import { eventRoutes } from '@hereabouts/contract/events';
import { inviteRoutes } from '@hereabouts/contract/invites';
import { startTestApp, type TestApp, type TestPerson } from '@hereabouts/testing/app';
import {
  answer,
  befriend,
  createEvent,
  eventInput,
  hoursFromNow,
  repeatEvent,
} from '@hereabouts/testing/builders';
import { recordEffects } from '@hereabouts/testing/effects';
import { read } from '@hereabouts/testing/notifications';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sendReminders, skipReminders } from './service.ts';

let app: TestApp;
let other: TestApp;
let host: TestPerson;
let anna: TestPerson;
let ben: TestPerson;
beforeAll(async () => {
  app = await startTestApp();
  // They share database and clock, as two processes do.
  other = await startTestApp({}, { beside: app });
});
beforeEach(async () => {
  host = await app.signUp({ name: 'Host' });
  [anna, ben] = [await app.signUp({ name: 'Anna' }), await app.signUp({ name: 'Ben' })];
  await befriend(anna, host);
  await befriend(ben, host);
});
afterAll(async () => {
  await other.stop();
  await app.stop();
});

const times = (hours: number) => ({
  start_time: hoursFromNow(app.clock, hours),
  end_time: hoursFromNow(app.clock, hours + 2),
});
const create = (hours: number, people = [anna, ben]) =>
  createEvent(app, host, { ...times(hours), invitee_ids: people.map(({ id }) => id) });
/** Both processes look at once, at that moment before the start. */
async function lookAt(ms: number) {
  app.clock.set(ms);
  await Promise.all([sendReminders(app.context), sendReminders(other.context)]);
}
/** To so many hours from now; Anna, and Ben where he was invited, keep their answers. */
async function move(eventId: number, hours: number, people = [anna]) {
  await host.signInAgain();
  const form = eventInput(app.clock, { ...times(hours), invitee_ids: people.map(({ id }) => id) });
  await host.ok(eventRoutes.updateEvent, { params: { eventId }, body: { ...form, keep_answers: true } });
}
const startOf = (hours: number) => app.clock.now() + hours * HOUR_MS;
const kindsOf = async (person: TestPerson, eventId: number) => {
  await person.signInAgain();
  const { notifications } = await read(person);
  return notifications
    .filter(({ event, kind }) => event?.id === eventId && /reminder/.test(kind))
    .map(({ kind, created_at }) => `${kind} ${(Date.parse(created_at) - startMs) / HOUR_MS}`);
};
const markRead = () =>
  app.context.db.query('update notifications set read_at = created_at where read_at is null');
let startMs = 0;

test('REM-01 two days before who has not answered is asked; a day and an hour before the others are reminded', async () => {
  startMs = startOf(72);
  const eventId = await create(72);
  await answer(anna, eventId, 'tentative');
  const rounds = [48.1, 48, 30, 24, 23, 2, 1, 0.5, 0, -1];
  for (const before of rounds) {
    await lookAt(startMs - before * HOUR_MS);
    await lookAt(startMs - before * HOUR_MS);
    await markRead();
  }
  expect(await kindsOf(ben, eventId)).toEqual(['answer_reminder -48']);
  for (const person of [anna, host]) {
    expect(await kindsOf(person, eventId)).toEqual(['reminder -1', 'reminder -24']);
  }
});

test('REM-01 HOST-08 a waiting guest is not asked to answer', async () => {
  startMs = startOf(72);
  const eventId = await create(72);
  await app.context.db.query(
    'update event_invites set waiting_since = now() where event_id = $1 and user_id = $2',
    [eventId, ben.id],
  );
  await lookAt(startMs - 48 * HOUR_MS);
  expect(await kindsOf(ben, eventId)).toEqual([]);
  expect(await kindsOf(anna, eventId)).toEqual(['answer_reminder -48']);
});

test('REM-01 times that had passed at the creation or the invitation are skipped', async () => {
  startMs = startOf(20);
  const eventId = await create(20, [anna]);
  await answer(anna, eventId, 'accepted');
  await lookAt(startMs - 19 * HOUR_MS);
  expect(await kindsOf(anna, eventId)).toEqual([]);
  app.clock.set(startMs - HOUR_MS + MINUTE_MS);
  await host.signInAgain();
  await host.ok(inviteRoutes.inviteFriends, { params: { eventId }, body: { user_ids: [ben.id] } });
  await ben.signInAgain();
  await answer(ben, eventId, 'accepted');
  await lookAt(startMs - HOUR_MS + 2 * MINUTE_MS);
  expect([await kindsOf(anna, eventId), await kindsOf(ben, eventId)]).toEqual([
    [`reminder ${-1 + 2 / 60}`],
    [],
  ]);
});

test('REM-01 a moved event reminds again at its new times, and skips those that have passed', async () => {
  startMs = startOf(30);
  const eventId = await create(30, [anna]);
  await answer(anna, eventId, 'accepted');
  await lookAt(startMs - 24 * HOUR_MS);
  await markRead();
  // Later the same day, then back, then to another day.
  await move(eventId, 20);
  await lookAt(app.clock.now() + MINUTE_MS);
  await move(eventId, 40);
  const movedMs = app.clock.now() + 40 * HOUR_MS;
  for (const before of [24, 1]) {
    await lookAt(movedMs - before * HOUR_MS);
    await markRead();
  }
  startMs = movedMs;
  expect(await kindsOf(anna, eventId)).toEqual([
    'reminder -1',
    'reminder -24',
    'reminder -40.016666666666666',
  ]);
});

test('REM-01 NOTE-01 an unread reminder leaves list and count once its time is ahead again', async () => {
  startMs = startOf(72);
  const people = [anna, ben];
  const eventId = await create(72, people);
  await answer(anna, eventId, 'accepted');
  const found = async () => [await kindsOf(anna, eventId), await kindsOf(ben, eventId)];
  const countOf = async (person: TestPerson) => (await read(person)).unread_count;
  await lookAt(startMs - 48 * HOUR_MS);
  await lookAt(startMs - HOUR_MS);
  // An hour's reminder still holds half an hour before the start, and the question two days before.
  await move(eventId, 0.5, people);
  expect(await found()).toEqual([['reminder -1'], ['answer_reminder -48']]);
  const before = await countOf(anna);
  // The day's reminder is past: only the hour's comes again.
  await move(eventId, 20, people);
  expect(await found()).toEqual([[], ['answer_reminder -48']]);
  // One was taken away, and the change is one that was told before.
  expect(await countOf(anna)).toBe(before - 1);
  await move(eventId, 30 * 24, people);
  expect(await found()).toEqual([[], []]);
});

test('REM-01 a late one is sent before the start, not after it; a cancelled event sends none', async () => {
  startMs = startOf(50);
  const [late, missed, cancelled] = [
    await create(50, [anna]),
    await create(50.5, [anna]),
    await create(50, [anna]),
  ];
  for (const eventId of [late, missed, cancelled]) await answer(anna, eventId, 'accepted');
  await host.ok(eventRoutes.cancelEvent, { params: { eventId: cancelled } });
  await lookAt(startMs - MINUTE_MS);
  await markRead();
  await lookAt(startMs + 2 * HOUR_MS);
  expect(await kindsOf(anna, late)).toHaveLength(1);
  expect(await kindsOf(anna, missed)).toHaveLength(1);
  expect(await kindsOf(anna, cancelled)).toEqual([]);
});

test('many events of one person are reminded of one by one, and hold up nobody else', async () => {
  startMs = startOf(72);
  const eventId = await create(72, [anna]);
  const crowd = await app.signUp();
  await repeatEvent(app, await createEvent(app, crowd, times(71)), 250);
  await app.context.db.query(`update event_invites set status = 'pending' where user_id = $1`, [crowd.id]);
  app.clock.set(startMs - 48 * HOUR_MS);
  const { context, effects } = recordEffects(app.context);
  await sendReminders(context);
  const toldOf = async () => (await app.context.db.query(SENT_SQL, [crowd.id])).length;
  expect(await kindsOf(anna, eventId)).toEqual(['answer_reminder -48']);
  const told = await toldOf();
  expect(told).toBeLessThan(200);
  const ofCrowd = effects.filter((one) => one.kind === 'publish_unread_counts' && one.userIds.has(crowd.id));
  expect(ofCrowd).toHaveLength(told);
  await sendReminders(context);
  expect(await toldOf()).toBe(250);
});

const SENT_SQL = `
  select from reminders_sent sent join events e on e.id = sent.event_id where e.created_by = $1`;

test('OPS-11 what was due before a restore counts as sent', async () => {
  startMs = startOf(30);
  const eventId = await create(30, [anna]);
  await answer(anna, eventId, 'accepted');
  app.clock.set(startMs - DAY_MS + MINUTE_MS);
  await app.context.db.transaction((tx) => skipReminders(tx, new Date(app.clock.now()).toISOString()));
  await lookAt(app.clock.now());
  expect(await kindsOf(anna, eventId)).toEqual([]);
  await lookAt(startMs - HOUR_MS);
  expect(await kindsOf(anna, eventId)).toEqual(['reminder -1']);
});
