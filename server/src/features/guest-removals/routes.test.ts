import { CO_HOST_TEXTS } from '@hereabouts/contract/co-hosts';
import { GUEST_REMOVAL_TEXTS, guestRemovalRoutes } from '@hereabouts/contract/guest-removals';
import { eventTopic } from '@hereabouts/contract/realtime';
import { routes } from '@hereabouts/contract/routes';
import { startTestApp, type TestApp, type TestPerson } from '@hereabouts/testing/app';
import {
  answer,
  befriend,
  block,
  createEvent,
  eventInput,
  fillGuestList,
} from '@hereabouts/testing/builders';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

let app: TestApp;
let host: TestPerson;
let tom: TestPerson;
let anna: TestPerson;
let eventId: number;
beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  [host, tom, anna] = [
    await app.signUp({ name: 'Host' }),
    await app.signUp({ name: 'Tom' }),
    await app.signUp({ name: 'Anna' }),
  ];
  for (const person of [tom, anna]) await befriend(host, person);
  eventId = await createEvent(app, host, { is_private: true, invitee_ids: [tom.id, anna.id] });
});
afterAll(() => app.stop());

const of = (userId: string) => ({ params: { eventId, userId } });
const remove = (who: { id: string }, by = host) => by.call(guestRemovalRoutes.removeGuest, of(who.id));
const letIn = (who: { id: string }, by = host) => by.call(guestRemovalRoutes.letBackIn, of(who.id));
const removed = async (by = host) => {
  const list = await by.ok(guestRemovalRoutes.listRemoved, { params: { eventId } });
  const event = await by.ok(routes.getEvent, { params: { eventId } });
  expect(event.removed_count).toBe(list.removed.length);
  return list.removed.map(({ user }) => user.name);
};
const guests = async () => {
  const { invites } = await host.ok(routes.getEvent, { params: { eventId } });
  return invites.map(({ user, status }) => [user.name, status]);
};

test('HOST-06 a removed guest loses the event at once, unnotified, until let back in', async () => {
  await answer(tom, eventId, 'accepted');
  const { token } = await host.ok(routes.createEventLink, { params: { eventId } });
  const socket = await app.connect(tom);
  await socket.join(eventTopic(eventId));
  expect((await remove(tom)).status).toBe(204);
  expect((await remove(tom)).status).toBe(204);
  await socket.seen(eventTopic(eventId), 'access_lost');
  expect(await guests()).toEqual([['Anna', 'pending']]);
  expect((await tom.ok(routes.listNotifications)).notifications).toEqual([]);
  expect((await tom.call(routes.openEventLink, { params: { token } })).status).toBe(404);
  expect(await removed()).toEqual(['Tom']);
  expect((await letIn(tom)).status).toBe(204);
  expect((await letIn(tom)).status).toBe(204);
  expect(await removed()).toEqual([]);
  expect(await guests()).toEqual([
    ['Anna', 'pending'],
    ['Tom', 'pending'],
  ]);
  const { notifications } = await tom.ok(routes.listNotifications);
  expect(notifications.map(({ kind }) => kind)).toEqual(['invited']);
});

test('HOST-06 PERM-01 a guest removed from a public event sees it still, and not its guests and chat', async () => {
  eventId = await createEvent(app, host, { invitee_ids: [tom.id, anna.id] });
  await remove(tom);
  const params = { eventId };
  const seen = await tom.ok(routes.getEvent, { params });
  expect([seen.title, seen.invites]).toEqual(['Beach bonfire', []]);
  expect((await tom.call(routes.listMessages, { params, query: {} })).status).toBe(403);
});

test('HOST-06 HOST-02 co-hosts remove guests and let them back in, but neither the creator nor a co-host', async () => {
  const nadia = await app.signUp({ name: 'Nadia' });
  await befriend(host, nadia);
  await host.ok(routes.inviteFriends, { params: { eventId }, body: { user_ids: [nadia.id] } });
  for (const person of [tom, anna]) await host.ok(routes.addCoHost, of(person.id));
  for (const [who, text] of [
    [host, GUEST_REMOVAL_TEXTS.notTheCreator],
    [anna, CO_HOST_TEXTS.mayNotRemove],
  ] as const) {
    const { status, body } = await remove(who, tom);
    expect([status, body.error.message]).toEqual([403, text]);
  }
  expect((await remove(host)).status).toBe(403);
  expect((await remove(nadia, tom)).status).toBe(204);
  expect(await removed(anna)).toEqual(['Nadia']);
  expect((await letIn(nadia, anna)).status).toBe(204);
  expect((await remove(anna)).status).toBe(204);
  expect((await letIn(anna)).status).toBe(204);
  const { invites } = await host.ok(routes.getEvent, { params: { eventId } });
  expect(invites.filter(({ is_co_host }) => is_co_host).map(({ user }) => user.name)).toEqual(['Tom']);
});

test('HOST-06 nobody comes back who was not removed, is in a block with the creator, or finds the list full', async () => {
  expect((await letIn(await app.signUp())).status).toBe(404);
  await remove(tom);
  await fillGuestList(app, eventId, 1_000);
  expect((await letIn(tom)).status).toBe(409);
  await block(tom, host);
  expect((await letIn(tom)).status).toBe(404);
  expect(await removed()).toEqual([]);
});

test('HOST-06 LIVE-10 the removal of somebody who is on no list reaches nobody', async () => {
  const stranger = await app.signUp();
  const listeners = [await app.listen(stranger), await app.listen(host)];
  expect((await remove(stranger)).status).toBe(204);
  await Promise.all(listeners.map((listener) => listener.settled()));
  const told = listeners.flatMap(({ received }) => received.filter(({ event }) => event !== 'phx_reply'));
  expect(told).toEqual([]);
  expect(await removed()).toEqual([]);
});

test('HOST-06 OPS-13 a removed guest who is suspended is seen by hosts and comes back only once reinstated', async () => {
  await remove(tom);
  await app.context.auth.suspend(tom.id, async () => {});
  expect((await letIn(tom)).status).toBe(404);
  expect(await removed()).toEqual([]);
  await app.context.auth.reinstate(tom.id, async () => {});
  expect(await removed()).toEqual(['Tom']);
  expect((await letIn(tom)).status).toBe(204);
});

test('SAFE-01 a co-host neither learns of nor changes anything about a guest hidden by a block (S59)', async () => {
  const stranger = await app.signUp();
  await host.ok(routes.addCoHost, of(anna.id));
  await block(tom, anna);
  const asStranger = async () => (await letIn(stranger, anna)).body as unknown;
  expect((await letIn(tom, anna)).body).toEqual(await asStranger());
  expect((await remove(tom, anna)).status).toBe(204);
  const event = await anna.ok(routes.getEvent, { params: { eventId } });
  const seen = event.invites.map(({ user }) => user.id);
  expect(seen).toEqual([anna.id]);
  const body = { ...eventInput(app.clock), title: event.title, is_private: true, invitee_ids: seen };
  const base = { ...body, invitee_ids: [anna.id, tom.id] };
  for (const change of [body, { ...body, title: 'Moved', base }])
    await anna.ok(routes.updateEvent, { params: { eventId }, body: { ...change, keep_answers: true } });
  expect(await guests()).toEqual([
    ['Anna', 'pending'],
    ['Tom', 'pending'],
  ]);
  await remove(tom);
  expect((await letIn(tom, anna)).body).toEqual(await asStranger());
  expect(await guests()).toEqual([['Anna', 'pending']]);
});
