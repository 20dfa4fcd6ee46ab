import { chatRoutes } from '@hereabouts/contract/chat';
import { sharingRoutes } from '@hereabouts/contract/sharing';
import { chatTopic, eventTopic, liveTopic, userTopic } from '@hereabouts/contract/realtime';
import { startTestApp, type TestApp, type TestPerson } from '@hereabouts/testing/app';
import { answer, befriend, block, createEvent, say, unblock } from '@hereabouts/testing/builders';
import { arrangeScene } from '@hereabouts/testing/live-scene';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

let app: TestApp;
let anna: TestPerson;
let ben: TestPerson;
beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  [anna, ben] = [await app.signUp({ name: 'Anna' }), await app.signUp({ name: 'Ben' })];
});
afterAll(() => app.stop());

test('SAFE-01 both lose the topics of the other at once and hear nothing of a block', async () => {
  await befriend(anna, ben);
  const hers = await createEvent(app, anna, { invitee_ids: [ben.id] });
  const his = await createEvent(app, ben);
  const [annas, bens] = [await app.connect(anna), await app.connect(ben)];
  await answer(ben, hers, 'accepted');
  await annas.join(eventTopic(his));
  for (const topic of [eventTopic(hers), chatTopic(hers), liveTopic(hers)]) await bens.join(topic);
  await bens.join(userTopic(ben.id));

  await block(anna, ben);

  expect(await annas.seen(eventTopic(his), 'access_lost')).toEqual({});
  for (const topic of [eventTopic(hers), chatTopic(hers), liveTopic(hers)]) {
    expect(await bens.seen(topic, 'access_lost')).toEqual({});
  }
  expect(await bens.seen(userTopic(ben.id), 'friendship_changed')).toEqual({ user_id: anna.id });
  expect(await bens.seen(userTopic(ben.id), 'event_list_changed')).toEqual({ event_id: hers });
  await bens.settled();
  const said = bens.received
    .filter(({ topic }) => topic === userTopic(ben.id))
    .map((message) => message.event);
  const harmless = new Set([
    'phx_reply',
    'friendship_changed',
    'event_list_changed',
    'notifications_changed',
  ]);
  expect(said.filter((name) => !harmless.has(name))).toEqual([]);
  for (const [socket, topic] of [
    [annas, eventTopic(his)],
    [bens, eventTopic(hers)],
    [bens, chatTopic(hers)],
    [bens, liveTopic(hers)],
  ] as const) {
    await expect(socket.join(topic)).rejects.toThrow('not_found');
  }
});

test('SAFE-01 whoever has nothing to do with the blocker hears nothing of a block or its end', async () => {
  const bens = await app.connect(ben);
  await bens.join(userTopic(ben.id));
  const hears = () =>
    bens.received.filter(({ topic, event: name }) => topic === userTopic(ben.id) && name !== 'phx_reply');
  await block(anna, ben);
  await unblock(anna, ben);
  await bens.settled();
  expect(hears()).toEqual([]);
});

test('SAFE-01 a blocked guest at a third person’s event is told to read it again, without a name', async () => {
  const host = await app.signUp();
  for (const guest of [anna, ben]) await befriend(host, guest);
  const eventId = await createEvent(app, host, { invitee_ids: [anna.id, ben.id] });
  const bens = await app.connect(ben);
  await bens.join(userTopic(ben.id));
  const told = () => bens.received.filter(({ event: name }) => name === 'event_list_changed');
  await block(anna, ben);
  await expect.poll(() => told().map(({ payload }) => payload)).toEqual([{ event_id: eventId }]);
  await unblock(anna, ben);
  await expect.poll(() => told().length).toBe(2);
  await bens.settled();
  expect(JSON.stringify(bens.received)).not.toContain(anna.id);
});

test('SAFE-01 chats of shared events hide each one’s messages from the other until the unblocking', async () => {
  const host = await app.signUp();
  for (const guest of [anna, ben]) await befriend(host, guest);
  const eventId = await createEvent(app, host, { invitee_ids: [anna.id, ben.id] });
  const read = async (who: TestPerson) =>
    (await who.ok(chatRoutes.listMessages, { params: { eventId }, query: {} })).messages.map(
      ({ message, sender }) => [message, sender?.name ?? null],
    );
  await say(anna, eventId, 'Before');
  const bens = await app.connect(ben);
  await bens.join(chatTopic(eventId));
  await block(anna, ben);
  expect(await bens.seen(chatTopic(eventId), 'chat_changed')).toEqual({});
  await say(anna, eventId, 'After');
  expect(await bens.seen(chatTopic(eventId), 'message_added')).toMatchObject({ message: '', sender: null });
  expect(await read(ben)).toEqual([
    ['', null],
    ['', null],
  ]);
  expect(await read(host)).toEqual([
    ['Before', 'Anna'],
    ['After', 'Anna'],
  ]);
  const before = bens.received.filter(({ event: name }) => name === 'chat_changed').length;
  await unblock(anna, ben);
  await expect
    .poll(() => bens.received.filter(({ event: name }) => name === 'chat_changed').length)
    .toBeGreaterThan(before);
  expect(await read(ben)).toEqual(await read(host));
});

test('SAFE-01 messages after the block do not reach them', async () => {
  const hers = await createEvent(app, anna);
  const bens = await app.connect(ben);
  await bens.join(eventTopic(hers));
  await block(anna, ben);
  app.context.realtime.publish(eventTopic(hers), 'event_changed', { event_id: hers });
  await bens.seen(eventTopic(hers), 'access_lost');
  await bens.settled();
  const heard = bens.received
    .filter(({ topic }) => topic === eventTopic(hers))
    .map(({ event: name }) => name);
  expect(heard).not.toContain('event_changed');
});

test('SAFE-01 LIVE-02 sharing at an event of the other ends, and every device is notified', async () => {
  const scene = await arrangeScene(app);
  await scene.share(scene.friend);
  await scene.share(scene.host);
  const devices = [await app.listen(scene.friend), await app.listen(scene.friend)];
  await block(scene.host, scene.friend);
  for (const device of devices) {
    expect(await device.seen(userTopic(scene.friend.id), 'sharing_changed')).toEqual({
      event_id: scene.eventId,
    });
  }
  const sharing = async (who: TestPerson) => (await who.ok(sharingRoutes.listSharing)).sharing;
  expect(await sharing(scene.friend)).toEqual([]);
  expect(await sharing(scene.host)).toMatchObject([{ event: { id: scene.eventId }, friend_count: 0 }]);
  scene.close();
});
