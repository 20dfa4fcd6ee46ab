import { MINUTE_MS, SECOND_MS } from '@hereabouts/contract/durations';
import { eventRoutes } from '@hereabouts/contract/events';
import { friendshipRoutes } from '@hereabouts/contract/friendships';
import type { TestApp, TestPerson } from '@hereabouts/testing/app';
import { answer, ask, befriend, createEvent, eventInput, say } from '@hereabouts/testing/builders';
import { advance } from '@hereabouts/testing/jobs';
import { kinds, readAll } from '@hereabouts/testing/notifications';
import { arrangePushScene, startPushApp } from '@hereabouts/testing/push-app';
import type { TestDevice, TestPushService } from '@hereabouts/testing/push-service';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

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
  ({ host, anna, phone } = await arrangePushScene({ app, service, areFriends: false }));
});
afterAll(() => stop());

const settle = () => app.context.jobs.idle();
const pass = (ms: number) => advance([app], ms, 10 * SECOND_MS);

test('PUSH-03 a request that is taken back and sent again rings once in ten minutes', async () => {
  for (let round = 0; round < 20; round += 1) {
    const friendshipId = await ask(host, anna);
    await settle();
    await host.ok(friendshipRoutes.deleteFriendship, { params: { friendshipId } });
  }
  await ask(host, anna);
  await pass(MINUTE_MS);
  expect(phone.bodies()).toEqual(['Marie sent you a friend request']);
  await pass(10 * MINUTE_MS);
  expect(phone.bodies()).toHaveLength(2);
});

test('PUSH-03 an event that is changed again and again rings once in half a minute, with how it is then', async () => {
  await befriend(anna, host);
  const eventId = await createEvent(app, host, { invitee_ids: [anna.id] });
  await settle();
  phone.forget();
  for (const title of ['One', 'Two', 'Three', 'Four']) {
    const body = { ...eventInput(app.clock, { title, invitee_ids: [anna.id] }), keep_answers: true };
    await host.ok(eventRoutes.updateEvent, { params: { eventId }, body });
    await settle();
  }
  await pass(MINUTE_MS);
  expect(phone.received.map(({ message }) => message.title)).toEqual(['One', 'Four']);
});

test('PUSH-03 one person makes a device ring ten times a minute; nothing is lost', async () => {
  await befriend(anna, host);
  await pass(MINUTE_MS);
  phone.forget();
  for (let round = 0; round < 14; round += 1) await createEvent(app, host, { invitee_ids: [anna.id] });
  await settle();
  expect(phone.bodies()).toHaveLength(10);
  await pass(MINUTE_MS);
  expect(phone.bodies()).toHaveLength(14);
});

test('PUSH-03 strangers together ring five times in ten minutes; the list has all, and friends ring as ever', async () => {
  await befriend(anna, host);
  const known = await app.signUp({ name: 'Paul' });
  const friendshipId = await befriend(anna, known);
  const eventId = await createEvent(app, known, { invitee_ids: [anna.id] });
  await answer(anna, eventId, 'accepted');
  await anna.ok(friendshipRoutes.deleteFriendship, { params: { friendshipId } });
  await settle();
  phone.forget();
  for (let nth = 0; nth < 12; nth += 1) await ask(await app.signUp({ name: `Stranger ${nth}` }), anna);
  await settle();
  const asks = () => phone.bodies().filter((body) => body.endsWith('sent you a friend request'));
  expect(asks()).toHaveLength(5);
  expect((await kinds(anna)).filter((kind) => kind === 'request_received')).toHaveLength(12);
  await createEvent(app, host, { invitee_ids: [anna.id] });
  // No friend any more, but the host of an event that she goes to.
  const body = { ...eventInput(app.clock, { title: 'Moved', invitee_ids: [anna.id] }), keep_answers: true };
  await known.ok(eventRoutes.updateEvent, { params: { eventId }, body });
  await settle();
  expect(phone.received.slice(5).map(({ message }) => message.title)).toEqual(['Beach bonfire', 'Moved']);
  await pass(3 * MINUTE_MS);
  expect(asks()).toHaveLength(5);
});

test('PUSH-03 the messages of one person in many chats ring ten times a minute; the others follow', async () => {
  await befriend(anna, host);
  const eventIds: number[] = [];
  for (let nth = 0; nth < 14; nth += 1)
    eventIds.push(await createEvent(app, host, { invitee_ids: [anna.id] }));
  await readAll(anna);
  await pass(2 * MINUTE_MS);
  phone.forget();
  for (const eventId of eventIds) await say(host, eventId);
  await pass(10 * SECOND_MS);
  expect(phone.bodies().length).toBeLessThanOrEqual(11);
  await pass(30 * SECOND_MS);
  expect(new Set(phone.received.map(({ message }) => message.path)).size).toBe(14);
});
