import { inviteRoutes } from '@hereabouts/contract/invites';
import { sharingRoutes } from '@hereabouts/contract/sharing';
import { chatTopic, eventTopic, liveTopic, userTopic } from '@hereabouts/contract/realtime';
import type { Effect } from '@hereabouts/server/effects/order';
import { startTestApp, type TestApp, type TestPerson } from '@hereabouts/testing/app';
import { answer, befriend, createEvent, eventInput, hoursFromNow } from '@hereabouts/testing/builders';
import { recordEffects } from '@hereabouts/testing/effects';
import { viewerOf } from '@hereabouts/testing/viewer';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deleteOwnEvent } from './removal-service.ts';
import { cancelEvent } from './service.ts';
import { updateEvent } from './update-service.ts';

let app: TestApp;
let host: TestPerson;
let friend: TestPerson;
beforeAll(async () => {
  app = await startTestApp();
  [host, friend] = [await app.signUp(), await app.signUp()];
  await befriend(host, friend);
});
afterAll(() => app.stop());

const running = () => ({ start_time: hoursFromNow(app.clock, -1), end_time: hoursFromNow(app.clock, 1) });

/** An event that runs, at which the friend shares where they are. */
async function arrange(): Promise<number> {
  const eventId = await createEvent(app, host, { ...running(), invitee_ids: [friend.id] });
  const params = { eventId };
  await friend.ok(inviteRoutes.respondToInvite, { params, body: { status: 'accepted' } });
  await friend.ok(sharingRoutes.startSharing, { params });
  return eventId;
}

const briefly = (effect: Effect) =>
  'topic' in effect && 'event' in effect ? [effect.topic, effect.event] : effect;

test('SAFE-04 LIVE-10 cancelling ends live sharing before anybody is notified', async () => {
  const eventId = await arrange();
  const { context, effects } = recordEffects(app.context);
  await cancelEvent(context, viewerOf(host), eventId);
  expect(effects.map(briefly)).toEqual([
    [liveTopic(eventId), 'live_ended'],
    { kind: 'recheck', topic: liveTopic(eventId), userIds: null },
    { kind: 'stop_positions', eventId, userIds: new Set([friend.id]) },
    [userTopic(friend.id), 'sharing_changed'],
    [eventTopic(eventId), 'event_changed'],
    [chatTopic(eventId), 'chat_changed'],
    [userTopic(host.id), 'event_list_changed'],
    [userTopic(friend.id), 'event_list_changed'],
    { kind: 'publish_unread_counts', userIds: new Set([friend.id]) },
  ]);
});

test('EVF-15 LIVE-10 removed guests lose every topic before the change is published', async () => {
  const eventId = await arrange();
  const { context, effects } = recordEffects(app.context);
  const input = { ...eventInput(app.clock, { ...running(), invitee_ids: [] }), keep_answers: true };
  await updateEvent(context, viewerOf(host), eventId, input);
  const gone = new Set([friend.id]);
  expect(effects.map(briefly)).toEqual([
    { kind: 'recheck', topic: liveTopic(eventId), userIds: null },
    { kind: 'recheck', topic: eventTopic(eventId), userIds: gone },
    { kind: 'recheck', topic: chatTopic(eventId), userIds: gone },
    { kind: 'stop_positions', eventId, userIds: gone },
    [userTopic(friend.id), 'sharing_changed'],
    [eventTopic(eventId), 'event_changed'],
    [userTopic(friend.id), 'event_list_changed'],
    { kind: 'publish_list_changed_throttled', eventId, userIds: new Set([host.id]) },
    { kind: 'publish_unread_counts', userIds: gone },
  ]);
});

test('EVF-16 a refused change has no effects', async () => {
  const eventId = await arrange();
  const stranger = await app.signUp();
  const { context, effects } = recordEffects(app.context);
  const input = {
    ...eventInput(app.clock, { ...running(), invitee_ids: [stranger.id] }),
    keep_answers: true,
  };
  await expect(updateEvent(context, viewerOf(host), eventId, input)).rejects.toMatchObject({
    code: 'forbidden',
  });
  expect(effects).toEqual([]);
});

test('NOTE-01 SAFE-03 OPS-12 with a deleted event unread notifications go from the count of everybody who had one', async () => {
  const eventId = await createEvent(app, host, { invitee_ids: [friend.id] });
  await answer(friend, eventId, 'declined');
  const { context, effects } = recordEffects(app.context);
  await deleteOwnEvent(context, eventId);
  const told = { kind: 'publish_unread_counts', userIds: new Set([friend.id, host.id]) };
  expect(effects.filter(({ kind }) => kind === 'publish_unread_counts')).toEqual([told]);
});
