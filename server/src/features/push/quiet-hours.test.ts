import { MINUTE_MS } from '@hereabouts/contract/durations';
import {
  notificationSettingsRoutes,
  type NotificationSettings,
} from '@hereabouts/contract/notification-settings';
import { userTopic } from '@hereabouts/contract/realtime';
import type { TestApp, TestPerson } from '@hereabouts/testing/app';
import { answer, befriend, createEvent, say } from '@hereabouts/testing/builders';
import { advance } from '@hereabouts/testing/jobs';
import { arrangePushScene, startPushApp } from '@hereabouts/testing/push-app';
import type { TestDevice, TestPushService } from '@hereabouts/testing/push-service';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

const DAY_MINUTES = 24 * 60;

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
afterAll(() => stop());

const pass = (minutes: number) => advance([app], minutes * MINUTE_MS, MINUTE_MS);
const save = (quiet: NotificationSettings['quiet'], person = anna) =>
  person.ok(notificationSettingsRoutes.saveNotificationSettings, {
    body: { off: [], quiet, hides_details: false, by_mail: true },
  });
/** For so many minutes from now, in UTC. */
function quietFor(minutes: number) {
  const minute = Math.floor(app.clock.now() / MINUTE_MS);
  return { from: minute % DAY_MINUTES, until: (minute + minutes) % DAY_MINUTES };
}

test('PUSH-02 what waits for the end of quiet hours is pushed once they are turned off, and so is what follows', async () => {
  const ben = await app.signUp({ name: 'Ben' });
  await befriend(ben, anna);
  const other = service.device();
  await other.subscribe(ben);
  const eventId = await createEvent(app, anna, { invitee_ids: [host.id, ben.id] });
  await pass(1);
  for (const device of [phone, other]) device.forget();
  for (const person of [anna, ben]) await save(quietFor(120), person);
  await answer(host, eventId, 'accepted');
  await say(host, eventId, 'See you');
  await pass(5);
  expect(phone.bodies()).toEqual([]);
  await save(null);
  await pass(1);
  expect(phone.bodies().toSorted()).toEqual(['Marie: See you', 'There are new answers']);
  await answer(host, eventId, 'tentative');
  await pass(2);
  expect(phone.bodies().slice(2)).toEqual(['There are new answers']);
  expect(other.bodies()).toEqual([]);
});

test('PUSH-02 what waits for the end of quiet hours waits for an earlier one once they are corrected', async () => {
  await save(quietFor(120));
  await createEvent(app, host, { invitee_ids: [anna.id] });
  await pass(1);
  await save(quietFor(30));
  await pass(29);
  expect(phone.received).toEqual([]);
  await pass(2);
  expect(phone.received).toHaveLength(1);
});

test('PUSH-02 what waits for the end of quiet hours is pushed once they are turned off, also if they were made longer before', async () => {
  await save(quietFor(5));
  await createEvent(app, host, { invitee_ids: [anna.id] });
  await pass(1);
  await save(quietFor(10));
  await pass(5);
  expect(phone.received).toEqual([]);
  await save(quietFor(20));
  await save(null);
  await app.context.jobs.idle();
  expect(phone.received).toHaveLength(1);
});

test('PUSH-02 what waits for the end of quiet hours waits for it in the present time zone', async () => {
  const { from, until } = quietFor(60);
  await save({ from: (from + DAY_MINUTES - 120) % DAY_MINUTES, until });
  await createEvent(app, host, { invitee_ids: [anna.id] });
  await pass(1);
  // An hour behind.
  await (await app.connect(anna)).join(userTopic(anna.id), { time_zone: 'Atlantic/Cape_Verde' });
  await save(null);
  await app.context.jobs.idle();
  expect(phone.received).toHaveLength(1);
});

test('PUSH-02 what waits for the end of quiet hours is pushed in a time zone in which they are over', async () => {
  await save(quietFor(120));
  await createEvent(app, host, { invitee_ids: [anna.id] });
  await pass(1);
  expect(phone.received).toEqual([]);
  const socket = await app.connect(anna);
  await socket.join(userTopic(anna.id), { time_zone: 'Asia/Kathmandu' });
  await app.context.jobs.idle();
  expect(phone.received).toHaveLength(1);
});
