import { blockRoutes } from '@hereabouts/contract/blocks';
import { friendLinkRoutes } from '@hereabouts/contract/friend-links';
import { friendshipRoutes } from '@hereabouts/contract/friendships';
import { sessionRoutes } from '@hereabouts/contract/sessions';
import { startTestApp, TEST_PASSWORD, type TestApp, type TestPerson } from '@hereabouts/testing/app';
import { ask, befriend } from '@hereabouts/testing/builders';
import { viewerOf } from '@hereabouts/testing/viewer';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

let app: TestApp;
let owner: TestPerson;
let other: TestPerson;
let token: string;
beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  [owner, other] = [await app.signUp({ name: 'Owner' }), await app.signUp()];
  ({ token } = await owner.ok(friendLinkRoutes.createFriendLink));
});
afterAll(() => app.stop());

const add = async (person: TestPerson) =>
  (await person.call(friendLinkRoutes.befriendByLink, { params: { token } })).status;
const isShown = async () => (await owner.ok(friendLinkRoutes.getFriendLink)).link !== null;
const friendshipsOf = (person: TestPerson) =>
  app.context.db.query<{ id: string }>(
    'select id from friendships where $1 in (requester_id, addressee_id)',
    [person.id],
  );
const end = (person: TestPerson, friendshipId: string) =>
  person.ok(friendshipRoutes.deleteFriendship, { params: { friendshipId } });

test('NOTE-02 CONT-11 an unfriended person cannot come back by the link of that friendship', async () => {
  expect(await add(other)).toBe(200);
  const socket = await app.listen(owner);
  for (const { id } of await friendshipsOf(other)) await end(owner, id);
  expect(await add(other)).toBe(404);
  expect(await friendshipsOf(other)).toEqual([]);
  expect(await isShown()).toBe(false);
  await socket.settled();
  expect(socket.received.map(({ event }) => event)).toContain('account_changed');
});

test('NOTE-02 CONT-11 a person who ended the friendship cannot come back by the link that made it', async () => {
  expect(await add(other)).toBe(200);
  for (const { id } of await friendshipsOf(other)) await end(other, id);
  expect(await add(other)).toBe(404);
  const seen = await other.call(friendLinkRoutes.openFriendLink, { params: { token } });
  expect(seen.status).toBe(404);
  expect(await friendshipsOf(other)).toEqual([]);
  // For the others it goes on, and a new one is for everybody.
  expect(await add(await app.signUp())).toBe(200);
  ({ token } = await owner.ok(friendLinkRoutes.createFriendLink));
  expect(await add(other)).toBe(200);
});

test('NOTE-02 somebody who ends the friendship and uses the link at the same moment is no friend in the end', async () => {
  for (let round = 0; round < 5; round++) {
    const guest = await app.signUp();
    await add(guest);
    const [friendship] = await friendshipsOf(guest);
    await Promise.all([end(guest, friendship!.id), add(guest)]);
    expect(await friendshipsOf(guest)).toEqual([]);
    expect(await add(guest)).toBe(404);
  }
});

test('NOTE-02 a person whose request was declined cannot use the link either', async () => {
  await end(owner, await ask(other, owner));
  expect(await add(other)).toBe(404);
});

test('NOTE-02 a block ends the link of who blocks, for good', async () => {
  const params = { userId: other.id };
  await owner.ok(blockRoutes.blockUser, { params });
  await owner.ok(blockRoutes.unblockUser, { params });
  expect(await add(other)).toBe(404);
});

test('NOTE-02 one who takes back an own request, or is unfriended, keeps the link', async () => {
  await end(owner, await ask(owner, other));
  const third = await app.signUp();
  await end(third, await befriend(owner, third));
  expect(await isShown()).toBe(true);
  expect(await add(other)).toBe(200);
});

test('NOTE-02 somebody who is unfriended and uses the link at the same moment is no friend in the end', async () => {
  for (let round = 0; round < 5; round++) {
    const [host, guest] = [await app.signUp(), await app.signUp()];
    const friendshipId = await befriend(host, guest);
    ({ token } = await host.ok(friendLinkRoutes.createFriendLink));
    const [, added] = await Promise.all([end(host, friendshipId), add(guest)]);
    expect([200, 404]).toContain(added);
    expect(await friendshipsOf(guest)).toEqual([]);
    expect(await add(guest)).toBe(404);
  }
});

test('SESS-03 NOTE-02 a friend link that a stolen session made ends with the others, and with a new password', async () => {
  const thief = await owner.signInElsewhere();
  ({ token } = await thief.ok(friendLinkRoutes.createFriendLink));
  await owner.ok(sessionRoutes.endOtherSessions);
  expect(await add(other)).toBe(404);

  const again = await owner.signInElsewhere();
  ({ token } = await again.ok(friendLinkRoutes.createFriendLink));
  const body = JSON.stringify({ password: 'samphire-and-slate-50', current_password: TEST_PASSWORD });
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${owner.token}` };
  expect((await fetch(`${app.url}/auth/v1/user`, { method: 'PUT', headers, body })).status).toBe(200);
  expect(await add(other)).toBe(404);
});

test('a friend link that a stolen session made ends with it, where its owner ends it by itself', async () => {
  const thief = await owner.signInElsewhere();
  ({ token } = await thief.ok(friendLinkRoutes.createFriendLink));
  const { sessionId } = viewerOf({ ...owner, token: thief.token });
  await owner.ok(sessionRoutes.endSession, { params: { sessionId } });
  expect(await add(other)).toBe(404);
});

test('NOTE-02 signing out of one browser leaves the link as it is', async () => {
  const { token: elsewhere } = await owner.signInElsewhere();
  const headers = { authorization: `Bearer ${elsewhere}` };
  const answer = await fetch(`${app.url}/auth/v1/logout?scope=local`, { method: 'POST', headers });
  expect(answer.status).toBe(204);
  expect(await add(other)).toBe(200);
});
