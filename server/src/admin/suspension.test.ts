import { eventRoutes } from '@hereabouts/contract/events';
import { friendLinkRoutes } from '@hereabouts/contract/friend-links';
import { friendshipRoutes } from '@hereabouts/contract/friendships';
import { inviteRoutes } from '@hereabouts/contract/invites';
import { ACCESS_LOSS_MAX_MS, userTopic } from '@hereabouts/contract/realtime';
import { userRoutes } from '@hereabouts/contract/users';
import { startTestApp, type TestApp, type TestPerson } from '@hereabouts/testing/app';
import { ask, befriend, createEvent } from '@hereabouts/testing/builders';
import { arrangeScene } from '@hereabouts/testing/live-scene';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCommand } from './commands.ts';

const BANNED = { code: 403, error_code: 'user_banned', msg: 'This account is suspended.' };

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const admin = (...args: string[]) => runCommand(app.context, { args, operator: 'olga' });
const suspend = async (person: TestPerson) =>
  expect(await admin('people', 'suspend', person.id, '--why', 'Spam')).toMatchObject({ ok: true });
const reinstate = async (person: TestPerson) =>
  expect(await admin('people', 'reinstate', person.email)).toMatchObject({ ok: true });
async function signIn({ email, password }: TestPerson) {
  const answer = await fetch(`${app.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

test('OPS-13 PERM-06 a suspended person loses sessions, sockets and position within two seconds', async () => {
  const scene = await arrangeScene(app);
  const socket = await app.connect(scene.friend);
  await socket.join(userTopic(scene.friend.id));
  await scene.share(scene.friend);
  const sharing = () =>
    app.context.db.query('select from live_sharing where user_id = $1', [scene.friend.id]);
  expect(await sharing()).toHaveLength(1);

  const begunAt = performance.now();
  await suspend(scene.friend);
  await socket.closed();
  expect((await scene.friend.call(userRoutes.getMe)).status).toBe(401);
  await expect.poll(sharing).toEqual([]);
  expect(performance.now() - begunAt).toBeLessThan(ACCESS_LOSS_MAX_MS);
  // What they made stays.
  expect((await scene.host.call(userRoutes.getUser, { params: { userId: scene.friend.id } })).status).toBe(
    200,
  );
});

test('OPS-13 a suspended person cannot sign in until reinstated; the sessions before do not come back', async () => {
  const person = await app.signUp();
  const before = await person.signInElsewhere();
  await suspend(person);
  const refused = await signIn(person);
  expect([refused.status, refused.body]).toEqual([403, expect.objectContaining(BANNED)]);
  expect((await signIn({ ...person, password: 'not the one' })).body['error_code']).toBe(
    'invalid_credentials',
  );
  await reinstate(person);
  expect((await signIn(person)).status).toBe(200);
  expect((await before.call(userRoutes.getMe)).status).toBe(401);
});

test('OPS-13 a suspended person is not in Discover, and is neither befriended nor invited; reinstating restores all of it', async () => {
  const [host, friend, stranger, asking] = [
    await app.signUp(),
    await app.signUp(),
    await app.signUp({ name: 'Quentin the Suspended' }),
    await app.signUp(),
  ];
  await befriend(host, friend);
  const friendshipId = await ask(asking, host);
  const eventId = await createEvent(app, host);
  const { token } = await stranger.ok(friendLinkRoutes.createFriendLink);
  const all = async () => ({
    discover: (
      await host.ok(friendshipRoutes.listContacts, { query: { tab: 'discover', search: 'Quentin the' } })
    ).contacts.length,
    invitable: (await host.ok(inviteRoutes.listInvitable, { params: { eventId }, query: {} })).friends.length,
    link: (await host.call(friendLinkRoutes.openFriendLink, { params: { token } })).status,
    invite: (
      await host.call(inviteRoutes.inviteFriends, { params: { eventId }, body: { user_ids: [friend.id] } })
    ).status,
    accept: (await host.call(friendshipRoutes.acceptFriendRequest, { params: { friendshipId } })).status,
    byLink: (await host.call(friendLinkRoutes.befriendByLink, { params: { token } })).status,
  });
  const friends = async (query: { for?: 'invitation' } = {}) =>
    (await host.ok(friendshipRoutes.listContacts, { query: { tab: 'friends', ...query } })).contacts.length;
  for (const person of [friend, stranger, asking]) await suspend(person);
  expect([await friends(), await friends({ for: 'invitation' })]).toEqual([1, 0]);
  const request = async () => {
    const { contacts } = await host.ok(friendshipRoutes.listContacts, { query: { tab: 'pending' } });
    const profile = await host.ok(userRoutes.getUser, { params: { userId: asking.id } });
    return [contacts.map(({ id, cannotAccept }) => [id, cannotAccept]), profile.cannot_accept];
  };
  expect(await request()).toEqual([[[asking.id, true]], true]);
  const none = { discover: 0, invitable: 0, link: 404, invite: 403, accept: 404, byLink: 404 };
  expect(await all()).toEqual(none);
  const body = { addressee_id: stranger.id };
  expect((await host.call(friendshipRoutes.sendFriendRequest, { body })).status).toBe(404);
  for (const person of [friend, stranger, asking]) await reinstate(person);
  expect(await friends({ for: 'invitation' })).toBe(1);
  expect(await request()).toEqual([[[asking.id, undefined]], undefined]);
  const { invite, ...rest } = await all();
  expect(rest).toEqual({ discover: 1, invitable: 1, link: 200, accept: 200, byLink: 200 });
  expect(invite).toBeLessThan(300);
  expect((await host.call(eventRoutes.getEvent, { params: { eventId } })).status).toBe(200);
});

test('OPS-13 OPS-04 suspending, only with a reason, and reinstating are recorded once and shown with the person', async () => {
  const person = await app.signUp();
  expect(await admin('people', 'reinstate', person.id)).toMatchObject({ ok: false });
  expect(await admin('people', 'suspend', person.id)).toMatchObject({ ok: false });
  expect((await person.call(userRoutes.getMe)).status).toBe(200);
  await suspend(person);
  expect(await admin('people', 'suspend', person.id, '--why', 'Spam')).toMatchObject({ ok: false });
  expect((await admin('people', 'find', person.id)).text).toContain('suspended  since');
  await reinstate(person);
  expect((await admin('people', 'find', person.id)).text).not.toContain('suspended');
  const actions = await app.context.db.query(
    'select action, operator, reason from operator_actions where user_id = $1 order by id',
    [person.id],
  );
  expect(actions).toEqual([
    { action: 'people suspend', operator: 'olga', reason: 'Spam' },
    { action: 'people reinstate', operator: 'olga', reason: null },
  ]);
});
