import { eventRoutes, type EventUpdate } from '@hereabouts/contract/events';
import { friendshipRoutes } from '@hereabouts/contract/friendships';
import { inviteRoutes } from '@hereabouts/contract/invites';
import { eventTopic, userTopic } from '@hereabouts/contract/realtime';
import { userRoutes } from '@hereabouts/contract/users';
import { startTestApp, type TestApp, type TestPerson } from '@hereabouts/testing/app';
import { ask, befriend, createEvent, eventInput } from '@hereabouts/testing/builders';
import type { TestSocket } from '@hereabouts/testing/realtime';
import { afterAll, beforeEach, beforeAll, expect, test } from 'vitest';

let app: TestApp;
let host: TestPerson;
let guest: TestPerson;
let stranger: TestPerson;
beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  [host, guest, stranger] = [await app.signUp(), await app.signUp(), await app.signUp()];
  await befriend(host, guest);
});
afterAll(() => app.stop());

const update = (eventId: number, changes: Partial<EventUpdate>) =>
  host.ok(eventRoutes.updateEvent, {
    params: { eventId },
    body: { ...eventInput(app.clock), keep_answers: true, ...changes },
  });
const heard = async (socket: TestSocket, topic: string) => {
  await socket.settled();
  return socket.received
    .filter((message) => message.topic === topic && !/^phx_|^notifications_changed$/.test(message.event))
    .map(({ event, payload }) => [event, payload]);
};

test('PERM-02 nobody listens to what concerns somebody else', async () => {
  const socket = await app.connect(stranger);
  await expect(socket.join(userTopic(host.id))).rejects.toThrow('not_found');
  await expect(socket.join(userTopic(stranger.id.toUpperCase()))).rejects.toThrow('not_found');
  await socket.join(userTopic(stranger.id));
});

test('PERM-05 the topic of an event is for its viewers; a hidden event answers like a missing one', async () => {
  const open = await createEvent(app, host);
  const hidden = await createEvent(app, host, { is_private: true, invitee_ids: [guest.id] });
  const socket = await app.connect(stranger);
  await socket.join(eventTopic(open));
  for (const topic of [
    eventTopic(hidden),
    eventTopic(999_999),
    `event:0${open}`,
    `event:${open}.0`,
    'event:',
  ]) {
    await expect(socket.join(topic)).rejects.toThrow('not_found');
  }
  await (await app.connect(guest)).join(eventTopic(hidden));
});

test('CONT-11 USER-06 each step of a friendship reaches both', async () => {
  const [mine, theirs] = [await app.connect(host), await app.connect(stranger)];
  await mine.join(userTopic(host.id));
  await theirs.join(userTopic(stranger.id));
  const friendshipId = await ask(stranger, host);
  await host.ok(friendshipRoutes.acceptFriendRequest, { params: { friendshipId } });
  await stranger.ok(friendshipRoutes.deleteFriendship, { params: { friendshipId } });
  expect(await heard(mine, userTopic(host.id))).toEqual(
    Array.from({ length: 3 }, () => ['friendship_changed', { user_id: stranger.id }]),
  );
  expect(await heard(theirs, userTopic(stranger.id))).toEqual(
    Array.from({ length: 3 }, () => ['friendship_changed', { user_id: host.id }]),
  );
});

test('PROF-03 a change of one’s own account reaches one’s other devices', async () => {
  const socket = await app.connect(host);
  await socket.join(userTopic(host.id));
  await host.ok(userRoutes.updateMe, { body: { name: 'New name' } });
  expect(await heard(socket, userTopic(host.id))).toEqual([['account_changed', {}]]);
});

test('HOME-08 RSVP-01 an invitation is published to the guest, the answer to everybody with the event open', async () => {
  const [mine, theirs] = [await app.connect(host), await app.connect(guest)];
  await theirs.join(userTopic(guest.id));
  const eventId = await createEvent(app, host, { is_private: true });
  const topic = eventTopic(eventId);
  await mine.join(topic);
  await host.ok(inviteRoutes.inviteFriends, { params: { eventId }, body: { user_ids: [guest.id] } });
  expect(await theirs.seen(userTopic(guest.id), 'event_list_changed')).toEqual({ event_id: eventId });
  await guest.ok(inviteRoutes.respondToInvite, { params: { eventId }, body: { status: 'tentative' } });
  expect(await heard(mine, topic)).toEqual([
    ['event_changed', { event_id: eventId }],
    ['rsvp_changed', { event_id: eventId }],
  ]);
  expect(await heard(theirs, userTopic(guest.id))).toHaveLength(2);
});

test('EVF-15 a change reaches guests who stay, come and go, and those who look on', async () => {
  const added = await app.signUp();
  await befriend(host, added);
  const eventId = await createEvent(app, host, { invitee_ids: [guest.id] });
  const onlooker = await app.connect(stranger);
  await onlooker.join(eventTopic(eventId));
  const devices = new Map<TestPerson, TestSocket>();
  for (const person of [host, guest, added]) {
    const socket = await app.connect(person);
    await socket.join(userTopic(person.id));
    devices.set(person, socket);
  }
  await update(eventId, { invitee_ids: [guest.id, added.id] });
  await update(eventId, { invitee_ids: [guest.id] });
  const hint = ['event_list_changed', { event_id: eventId }];
  const hints = async (person: TestPerson) => {
    const socket = devices.get(person);
    return socket && (await heard(socket, userTopic(person.id)));
  };
  // Coming and going is told at once, what else has changed every five seconds.
  expect(await hints(added)).toEqual([hint, hint]);
  for (const person of [host, guest]) expect(await hints(person)).toEqual([hint]);
  app.clock.advance(5_000);
  for (const person of [host, guest, added]) expect(await hints(person)).toEqual([hint, hint]);
  expect(await heard(onlooker, eventTopic(eventId))).toEqual(
    Array.from({ length: 2 }, () => ['event_changed', { event_id: eventId }]),
  );
});

test('EVF-15 a host who edits an event again and again makes its guests read it every five seconds at most', async () => {
  const [eventId, another] = [
    await createEvent(app, host, { invitee_ids: [guest.id] }),
    await createEvent(app, host, { invitee_ids: [guest.id] }),
  ];
  const theirs = await app.connect(guest);
  await theirs.join(userTopic(guest.id));
  const hints = () => heard(theirs, userTopic(guest.id));
  const [hint, other] = [eventId, another].map((id) => ['event_list_changed', { event_id: id }]);
  for (const is_private of [true, false, true, false])
    await update(eventId, { invitee_ids: [guest.id], is_private });
  expect(await hints()).toEqual([hint]);
  await update(another, { invitee_ids: [guest.id], is_private: true });
  expect(await hints()).toEqual([hint, other]);
  app.clock.advance(4_999);
  expect(await hints()).toEqual([hint, other]);
  app.clock.advance(1);
  expect(await hints()).toEqual([hint, other, hint]);
  app.clock.advance(60_000);
  expect(await hints()).toEqual([hint, other, hint]);
});

test('EVD-06 a guest who changes their answer again and again makes others read the event every five seconds at most', async () => {
  const eventId = await createEvent(app, host, { invitee_ids: [guest.id] });
  const onlooker = await app.connect(stranger);
  await onlooker.join(eventTopic(eventId));
  const hints = () => heard(onlooker, eventTopic(eventId));
  const toggle = async () => {
    for (const status of ['accepted', 'tentative', 'declined', 'tentative'] as const)
      await guest.ok(inviteRoutes.respondToInvite, { params: { eventId }, body: { status } });
  };
  const hint = ['rsvp_changed', { event_id: eventId }];
  await toggle();
  expect(await hints()).toEqual([hint]);
  app.clock.advance(4_999);
  expect(await hints()).toEqual([hint]);
  app.clock.advance(1);
  expect(await hints()).toEqual([hint, hint]);
  await toggle();
  expect(await hints()).toEqual([hint, hint]);
  app.clock.advance(5_000);
  expect(await hints()).toEqual([hint, hint, hint]);
  app.clock.advance(60_000);
  expect(await hints()).toEqual([hint, hint, hint]);
});

test('PERM-05 a removed guest of a private event is dropped before the change is published', async () => {
  const eventId = await createEvent(app, host, { is_private: true, invitee_ids: [guest.id] });
  const topic = eventTopic(eventId);
  const [mine, theirs] = [await app.connect(host), await app.connect(guest)];
  await mine.join(topic);
  await theirs.join(topic);
  await update(eventId, { is_private: true, invitee_ids: [] });
  await theirs.seen(topic, 'access_lost');
  expect(await heard(theirs, topic)).toEqual([['access_lost', {}]]);
  expect(await heard(mine, topic)).toEqual([['event_changed', { event_id: eventId }]]);
});

test('PERM-05 an event that becomes private drops members who are not guests', async () => {
  const eventId = await createEvent(app, host, { invitee_ids: [guest.id] });
  const topic = eventTopic(eventId);
  const [theirs, onlooker] = [await app.connect(guest), await app.connect(stranger)];
  await theirs.join(topic);
  await onlooker.join(topic);
  await update(eventId, { is_private: true, invitee_ids: [guest.id] });
  await onlooker.seen(topic, 'access_lost');
  expect(await heard(onlooker, topic)).toEqual([['access_lost', {}]]);
  expect(await theirs.seen(topic, 'event_changed')).toEqual({ event_id: eventId });
});
