import { randomUUID } from 'node:crypto';
import { ACCOUNT_DATA_TEXTS, accountDataRoutes } from '@hereabouts/contract/account-data';
import { chatRoutes } from '@hereabouts/contract/chat';
import { coHostRoutes } from '@hereabouts/contract/co-hosts';
import { HOUR_MS } from '@hereabouts/contract/durations';
import { eventRoutes } from '@hereabouts/contract/events';
import { friendLinkRoutes } from '@hereabouts/contract/friend-links';
import { inviteRoutes } from '@hereabouts/contract/invites';
import { chatTopic, eventTopic, userTopic } from '@hereabouts/contract/realtime';
import { reportRoutes } from '@hereabouts/contract/reports';
import { imageUrl, uploadRoutes } from '@hereabouts/contract/uploads';
import { userRoutes } from '@hereabouts/contract/users';
import { startTestApp, TEST_PASSWORD, type TestApp, type TestPerson } from '@hereabouts/testing/app';
import { answer, ask, befriend, block, createEvent } from '@hereabouts/testing/builders';
import { arrangeScene } from '@hereabouts/testing/live-scene';
import { whereIs } from '@hereabouts/testing/where-is';
import { tinyPng } from '@hereabouts/testing/pictures';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';

let app: TestApp;
let ann: TestPerson;
let bob: TestPerson;
beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  [ann, bob] = [await app.signUp({ name: 'Ann' }), await app.signUp({ name: 'Bob' })];
});
afterAll(() => app.stop());

const remove = (who: TestPerson, password = TEST_PASSWORD) =>
  who.call(accountDataRoutes.deleteAccount, { body: { password } });
const isThere = async (person: TestPerson) =>
  (await app.context.db.query('select from users where id = $1', [person.id])).length > 0;
const say = (who: TestPerson, eventId: number, message: string) =>
  who.call(chatRoutes.sendMessage, { params: { eventId }, body: { id: randomUUID(), message } });

test('SAFE-03 PERM-01 visitors are asked to sign in', async () => {
  const answer = await app.anonymous.call(accountDataRoutes.deleteAccount, {
    body: { password: TEST_PASSWORD },
  });
  expect(answer.status).toBe(401);
});

test('SAFE-03 a wrong password deletes nothing, and the answer says so', async () => {
  const answer = await remove(ann, 'not-the-password');
  expect([answer.status, answer.body.error]).toEqual([
    403,
    {
      code: 'forbidden',
      message: ACCOUNT_DATA_TEXTS.passwordWrong,
      fields: { password: ACCOUNT_DATA_TEXTS.passwordWrong },
    },
  ]);
  expect(await isThere(ann)).toBe(true);
  expect((await remove(ann, '')).status).toBe(403);
});

test('SAFE-03 AUTH-07 AUTH-09 five guesses end the session that makes them, and the owner deletes at once', async () => {
  const thief = await ann.signInElsewhere();
  const guess = (password: string) => thief.call(accountDataRoutes.deleteAccount, { body: { password } });
  const statuses = [];
  for (let count = 0; count < 7; count += 1) statuses.push((await guess(`guess ${count}`)).status);
  expect(statuses).toEqual([403, 403, 403, 403, 403, 401, 401]);
  expect((await guess(TEST_PASSWORD)).status).toBe(401);
  expect((await thief.call(userRoutes.getMe)).status).toBe(401);
  expect(await isThere(ann)).toBe(true);
  expect((await remove(ann)).status).toBe(204);
});

test('SAFE-03 an account without a password asks for a fresh session instead', async () => {
  for (const person of [ann, bob]) {
    await app.context.db.query('update auth.users set password_hash = null where id = $1', [person.id]);
  }
  expect((await remove(ann, '')).status).toBe(204);
  app.clock.advance(10 * 60_000 + 1);
  const late = await remove(bob, '');
  expect([late.status, late.body.error.message]).toEqual([403, ACCOUNT_DATA_TEXTS.signInAgain]);
});

test('SAFE-03 HOST-07 an event of a former co-host that has the picture of the deleted person shows the default', async () => {
  await befriend(ann, bob);
  const { path } = await ann.ok(uploadRoutes.createUpload, { body: await tinyPng() });
  const hers = await createEvent(app, ann, { image: path, invitee_ids: [bob.id] });
  const guest = { eventId: hers, userId: bob.id };
  await answer(bob, hers, 'accepted');
  await ann.ok(coHostRoutes.addCoHost, { params: guest });
  const eventId = await createEvent(app, bob, { image: path });
  const seen = async () => {
    const { image, tint } = await bob.ok(eventRoutes.getEvent, { params: { eventId } });
    return { image, tint };
  };
  expect((await seen()).image).toBe(path);
  await ann.ok(coHostRoutes.removeCoHost, { params: guest });
  expect((await remove(ann)).status).toBe(204);
  expect(await seen()).toEqual({ image: null, tint: null });
});

test('SAFE-03 pictures of a deleted account go later where their storage was away', async () => {
  const { path } = await ann.ok(uploadRoutes.createUpload, { body: await tinyPng() });
  const away = vi.spyOn(app.context.storage, 'delete').mockRejectedValue(new Error('away'));
  expect((await remove(ann)).status).toBe(204);
  expect((await fetch(app.url + imageUrl(path))).status).toBe(200);
  away.mockRestore();
  await app.context.jobs.idle();
  app.clock.advance(HOUR_MS);
  await expect.poll(async () => (await fetch(app.url + imageUrl(path))).status).toBe(404);
});

test('SAFE-03 nothing that names the person is left anywhere', async () => {
  const [carl, dora] = [await app.signUp({ name: 'Carl' }), await app.signUp({ name: 'Dora' })];
  await befriend(ann, bob);
  await ask(carl, ann);
  const mine = await createEvent(app, ann, { invitee_ids: [bob.id] });
  const his = await createEvent(app, bob, { invitee_ids: [ann.id] });
  for (const eventId of [mine, his]) {
    await say(ann, eventId, 'Something I said');
    await say(bob, eventId, 'Something he said');
  }
  await answer(bob, mine, 'accepted');
  await ann.ok(friendLinkRoutes.createFriendLink);
  await block(ann, dora);
  await ann.ok(reportRoutes.report, { body: { kind: 'user', user_id: bob.id, reason: 'Loud' } });
  await bob.ok(reportRoutes.report, { body: { kind: 'user', user_id: ann.id, reason: 'Loud too' } });
  const { path } = await ann.ok(uploadRoutes.createUpload, { body: await tinyPng() });
  await ann.ok(userRoutes.updateMe, { body: { image: path } });
  await bob.ok(reportRoutes.report, { body: { kind: 'user', user_id: ann.id, reason: 'With a picture' } });
  // She has ended a friendship that a link of his had made.
  await bob.ok(friendLinkRoutes.createFriendLink);
  await app.context.db.query('update friend_links set left_by = array[$2::uuid] where owner_id = $1', [
    bob.id,
    ann.id,
  ]);
  await fetch(`${app.url}/auth/v1/recover`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: ann.email }),
  });
  await app.context.auth.idle();
  const now = new Date(app.clock.now()).toISOString();
  await app.context.db.query(
    'insert into live_sharing (event_id, user_id, session_id, started_at, ends_at) values ($1, $2, gen_random_uuid(), $3, $3)',
    [his, ann.id, now],
  );
  await app.context.db.query(
    'insert into meeting_points (event_id, name, latitude, longitude, set_by, set_at) values ($1, $2, 49, -2, $3, $4)',
    [his, 'Stage', ann.id, now],
  );
  expect((await whereIs(app.context.db, [ann.id, ann.email])).length).toBeGreaterThan(12);
  expect((await fetch(app.url + imageUrl(path))).status).toBe(200);

  expect((await remove(ann)).status).toBe(204);

  // The id waits there until it is noted outside the database (OPS-11).
  await app.context.jobs.idle();
  // For ten minutes, so that other processes hear of it (docs/privacy.md).
  await app.context.db.query('delete from revocations');
  expect(await whereIs(app.context.db, [ann.id, ann.email, path])).toEqual([]);
  for (const url of [imageUrl(path), imageUrl(path, 'card'), imageUrl(path, 'detail')]) {
    expect((await fetch(app.url + url)).status).toBe(404);
  }
  expect((await ann.call(userRoutes.getMe)).status).toBe(401);
  const { messages } = await bob.ok(chatRoutes.listMessages, { params: { eventId: his }, query: {} });
  expect(messages.map(({ message, sender }) => [message, sender?.name ?? null])).toEqual([
    ['Something I said', null],
    ['Something he said', 'Bob'],
  ]);
  expect((await bob.call(eventRoutes.getEvent, { params: { eventId: mine } })).status).toBe(404);
  expect((await bob.call(userRoutes.getUser, { params: { userId: ann.id } })).status).toBe(404);
  // What the operator was told of stays as it was told, without the names of those who are gone.
  const reports = await app.context.db.query(
    'select subject, reporter_id, user_id from reports where subject in ($1, $2) order by id',
    ['Ann', 'Bob'],
  );
  expect(reports).toEqual([
    { subject: 'Bob', reporter_id: null, user_id: bob.id },
    { subject: 'Ann', reporter_id: bob.id, user_id: null },
    { subject: 'Ann', reporter_id: bob.id, user_id: null },
  ]);
  const again = await app.signUp({ name: 'Ann again', email: ann.email });
  expect(again.id).not.toBe(ann.id);
});

test('SAFE-03 open pages of everybody else hear of it, and the sockets of the person end', async () => {
  await befriend(ann, bob);
  const mine = await createEvent(app, ann, { is_private: true, invitee_ids: [bob.id] });
  const his = await createEvent(app, bob, { invitee_ids: [ann.id] });
  await say(ann, his, 'Hello');
  const [anns, bobs] = [await app.connect(ann), await app.connect(bob)];
  await anns.join(userTopic(ann.id));
  await bobs.join(userTopic(bob.id));
  for (const topic of [eventTopic(mine), eventTopic(his), chatTopic(his)]) await bobs.join(topic);

  await remove(ann);

  expect(await anns.closed()).toBeGreaterThan(0);
  expect(await bobs.seen(userTopic(bob.id), 'friendship_changed')).toEqual({ user_id: ann.id });
  expect(await bobs.seen(userTopic(bob.id), 'event_list_changed')).toEqual({ event_id: mine });
  expect(await bobs.seen(eventTopic(mine), 'access_lost')).toEqual({});
  expect(await bobs.seen(eventTopic(his), 'event_changed')).toEqual({ event_id: his });
  expect(await bobs.seen(chatTopic(his), 'chat_changed')).toEqual({});
});

test('SAFE-03 LIVE-02 friends at the live map lose the position and the person at once, others hear nothing', async () => {
  const scene = await arrangeScene(app);
  const guest = await app.signUp();
  await befriend(scene.host, guest);
  await scene.host.ok(inviteRoutes.inviteFriends, {
    params: { eventId: scene.eventId },
    body: { user_ids: [guest.id] },
  });
  await scene.answer(guest, 'accepted');
  await scene.share(scene.friend);
  const [theirs, hosts, guests] = [
    await scene.look(scene.friend),
    await scene.look(scene.host),
    await scene.look(guest),
  ];
  await scene.send(theirs, [hosts, guests]);
  expect(hosts.decoder.friends.has(scene.friend.id)).toBe(true);
  const changes = ({ heard }: typeof hosts) => heard.filter((name) => name === 'people_changed').length;
  const [before, guestsBefore] = [changes(hosts), changes(guests)];
  await remove(scene.friend);
  await vi.waitUntil(() => changes(hosts) > before, { timeout: 20_000 });
  expect(hosts.decoder.friends.has(scene.friend.id)).toBe(false);
  for (const { socket } of [hosts, guests]) await socket.settled();
  expect([changes(hosts), changes(guests)]).toEqual([before + 1, guestsBefore]);
  scene.close();
});
