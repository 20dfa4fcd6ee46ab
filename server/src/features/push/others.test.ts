import { coHostRoutes } from '@hereabouts/contract/co-hosts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@hereabouts/contract/durations';
import { eventRoutes } from '@hereabouts/contract/events';
import { inviteRoutes } from '@hereabouts/contract/invites';
import { notificationSettingsRoutes } from '@hereabouts/contract/notification-settings';
import type { TestApp, TestPerson } from '@hereabouts/testing/app';
import {
  answer,
  befriend,
  createEvent,
  createPuppetEvent,
  eventInput,
  hoursFromNow,
  say,
} from '@hereabouts/testing/builders';
import { advance } from '@hereabouts/testing/jobs';
import { arrangePushScene, startPushApp, useUpPushes } from '@hereabouts/testing/push-app';
import type { TestDevice, TestPushService } from '@hereabouts/testing/push-service';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sendReminders } from '#server/features/reminders/service.ts';

/** More than ten minutes of pushes, at forty a second. */
const TOO_MANY = 26_000;
const DAY_MINUTES = 24 * 60;
/** A minute and a half of them. */
const MANY = 1_200 + 90 * 40;

let service: TestPushService;
let app: TestApp;
let stop: () => Promise<void>;
let host: TestPerson;
let anna: TestPerson;
let mallory: TestPerson;
let phone: TestDevice;
let eventId: number;
beforeAll(async () => {
  ({ app, service, stop } = await startPushApp());
});
beforeEach(async () => {
  ({ host, anna, phone } = await arrangePushScene({
    app,
    service,
    async prepare({ host, anna }) {
      mallory = await app.signUp({ name: 'Mallory' });
      await befriend(mallory, host);
      await befriend(anna, mallory);
      eventId = await createEvent(app, host, { invitee_ids: [anna.id, mallory.id] });
    },
  }));
});
afterAll(() => stop());

const pass = (ms: number, stepMs = SECOND_MS) => advance([app], ms, stepMs);
/** By strangers, in chats of so many events to which somebody has invited Anna, who may have accepted. */
async function ringOften(events: number, isAccepted: boolean, inviter = mallory) {
  const strangers = [await app.signUp(), await app.signUp(), await app.signUp()];
  for (const stranger of strangers) await befriend(stranger, inviter);
  const eventIds: number[] = [];
  for (let nth = 0; nth < events; nth += 1) {
    const invitee_ids = [anna.id, ...strangers.map(({ id }) => id)];
    eventIds.push(await createEvent(app, inviter, { invitee_ids }));
  }
  if (isAccepted) for (const eventId of eventIds) await answer(anna, eventId, 'accepted');
  await pass(3 * MINUTE_MS, 10 * SECOND_MS);
  phone.forget();
  for (const [at, eventId] of eventIds.entries())
    await say(strangers[at % strangers.length]!, eventId, `Line ${at}`);
  await pass(MINUTE_MS, 5 * SECOND_MS);
  return phone.received.length;
}

test('PUSH-04 whoever causes too many pushes and writes last does not swallow those about what others wrote', async () => {
  await useUpPushes(app, mallory, TOO_MANY);
  await say(host, eventId, 'We meet at the other gate');
  await say(mallory, eventId, 'ok');
  await pass(6 * SECOND_MS);
  expect(phone.bodies()).toEqual(['Mallory: ok']);
  await say(mallory, eventId, 'only mine');
  await pass(MINUTE_MS, 10 * SECOND_MS);
  expect(phone.bodies()).toHaveLength(1);
});

test('PUSH-04 a chat round that waits does not delay rounds of other authors, and is dropped once the device was notified', async () => {
  await useUpPushes(app, mallory, MANY);
  await say(mallory, eventId, 'First');
  await pass(6 * SECOND_MS);
  expect(phone.bodies()).toEqual([]);
  await say(host, eventId, 'We meet at the other gate');
  await pass(30 * SECOND_MS);
  expect(phone.bodies()).toEqual(['Marie: We meet at the other gate']);
  await pass(2 * MINUTE_MS, 10 * SECOND_MS);
  expect(phone.bodies()).toHaveLength(1);
});

test('PUSH-03 whoever makes a device ring too often puts off no messages of others, and a chat keeps its pause', async () => {
  for (let nth = 0; nth < 16; nth += 1) await createEvent(app, mallory, { invitee_ids: [anna.id] });
  await app.context.jobs.idle();
  phone.forget();
  const chats = () => phone.received.filter(({ message }) => message.path === `/chat/${eventId}`);
  // Six invitations are before it, each 6 s after the other.
  await say(mallory, eventId, 'First');
  await pass(20 * SECOND_MS);
  expect(chats()).toEqual([]);
  await say(host, eventId, 'We meet at the other gate');
  await pass(16 * SECOND_MS);
  expect(chats().map(({ message }) => message.body)).toEqual(['Marie: We meet at the other gate']);
  await say(mallory, eventId, 'ok');
  await pass(22 * SECOND_MS);
  expect(chats()).toHaveLength(1);
  await pass(MINUTE_MS);
  expect(chats().map(({ message }) => message.body)).toEqual([
    'Marie: We meet at the other gate',
    'Mallory: ok',
  ]);
});

test('PUSH-02 a night of messages by several people rings once when the quiet hours are over', async () => {
  const minute = Math.floor(app.clock.now() / MINUTE_MS) % DAY_MINUTES;
  const quiet = { from: minute, until: (minute + 120) % DAY_MINUTES };
  const settings = {
    off: [],
    quiet,
    hides_details: false,
    by_mail: true,
  };
  await anna.ok(notificationSettingsRoutes.saveNotificationSettings, { body: settings });
  for (const person of [host, mallory, host]) {
    await say(person, eventId, 'Still awake?');
    await pass(40 * SECOND_MS, 10 * SECOND_MS);
  }
  expect(phone.bodies()).toEqual([]);
  expect(await app.context.jobs.countWaiting()).toMatchObject([{ kind: 'push', waiting: 1 }]);
  await pass(2 * HOUR_MS, 10 * MINUTE_MS);
  expect(phone.bodies()).toEqual(['Marie: Still awake?']);
});

test('PUSH-04 an answer counts for whoever answers, and puts off no answers of others', async () => {
  const desk = service.device();
  await desk.subscribe(host);
  await useUpPushes(app, host, TOO_MANY);
  await useUpPushes(app, mallory, MANY);
  for (const person of [mallory, anna]) await answer(person, eventId, 'accepted');
  await pass(61 * SECOND_MS);
  expect(desk.bodies()).toEqual(['There are new answers']);
});

test('PUSH-03 REM-01 reminders of one person’s events ring ten times a minute; nothing is lost', async () => {
  const times = (hours: number) => ({
    start_time: hoursFromNow(app.clock, hours),
    end_time: hoursFromNow(app.clock, hours + 1),
  });
  const invitee_ids = [anna.id];
  const created: number[] = [];
  for (let nth = 0; nth < 14; nth += 1)
    created.push(await createEvent(app, mallory, { ...times(72), invitee_ids }));
  await pass(3 * MINUTE_MS, 10 * SECOND_MS);
  const asks = () => phone.bodies().filter((body) => body?.startsWith('Are you coming?')).length;
  app.clock.advance(24 * HOUR_MS);
  // The process looks for them as well, and each has taken some.
  await sendReminders(app.context);
  await expect.poll(asks).toBe(10);
  await app.context.jobs.idle();
  expect(asks()).toBe(10);
  await pass(MINUTE_MS, 10 * SECOND_MS);
  expect(asks()).toBe(14);
  // Who has moved an event for a reason is heard.
  await mallory.signInAgain();
  const body = { ...eventInput(app.clock, { ...times(48.02), invitee_ids }), keep_answers: true };
  await mallory.ok(eventRoutes.updateEvent, { params: { eventId: created[0] ?? 0 }, body });
  await pass(2 * MINUTE_MS, 10 * SECOND_MS);
  await sendReminders(app.context);
  await expect.poll(asks).toBe(15);
});

test('PUSH-03 REM-01 reminders of many hosts’ events to which one friend invites ring ten times a minute together', async () => {
  const times = { start_time: hoursFromNow(app.clock, 72), end_time: hoursFromNow(app.clock, 73) };
  for (let nth = 0; nth < 14; nth += 1) await createPuppetEvent(app, mallory, anna, times);
  // The invitations are gone by then.
  await app.context.db.query('delete from notifications where user_id = $1', [anna.id]);
  await pass(3 * MINUTE_MS, 10 * SECOND_MS);
  const asks = () => phone.bodies().filter((body) => body?.startsWith('Are you coming?')).length;
  app.clock.advance(24 * HOUR_MS);
  await sendReminders(app.context);
  await expect.poll(asks).toBe(10);
  await app.context.jobs.idle();
  expect(asks()).toBe(10);
  await pass(MINUTE_MS, 10 * SECOND_MS);
  expect(asks()).toBe(14);
});

test('PUSH-05 SAFE-04 chat pushes of events that one has not accepted count for whoever invited to them, whoever writes', async () => {
  expect(await ringOften(30, false)).toBeLessThanOrEqual(20);
  await host.ok(eventRoutes.cancelEvent, { params: { eventId } });
  await pass(2 * SECOND_MS);
  expect(phone.bodies().at(-1)).toContain('Marie');
});

test('PUSH-05 a co-host who has invited one to many other events puts off nothing of a friend’s event', async () => {
  eventId = await createEvent(app, host, { invitee_ids: [mallory.id] });
  await host.ok(coHostRoutes.addCoHost, { params: { eventId, userId: mallory.id } });
  await mallory.ok(inviteRoutes.inviteFriends, { params: { eventId }, body: { user_ids: [anna.id] } });
  await ringOften(30, false);
  await say(host, eventId, 'We meet at the other gate');
  await pass(12 * SECOND_MS);
  expect(phone.bodies()).toContain('Marie: We meet at the other gate');
});

test('PUSH-05 what guests write in many events of a host puts off nothing that the host writes', async () => {
  await ringOften(24, false, host);
  await say(host, eventId, 'We meet at the other gate');
  await pass(6 * SECOND_MS);
  expect(phone.bodies()).toContain('Marie: We meet at the other gate');
});

test('PUSH-05 messages in accepted events are paced by writer, not by inviter', async () => {
  expect(await ringOften(30, true)).toBe(30);
});
