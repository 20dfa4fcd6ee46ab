import { accountDataRoutes } from '@hereabouts/contract/account-data';
import { BLOCK_TEXTS, blockRoutes } from '@hereabouts/contract/blocks';
import { eventRoutes } from '@hereabouts/contract/events';
import { friendLinkRoutes } from '@hereabouts/contract/friend-links';
import { friendshipRoutes } from '@hereabouts/contract/friendships';
import { inviteRoutes } from '@hereabouts/contract/invites';
import { userRoutes } from '@hereabouts/contract/users';
import { startTestApp, type TestApp, type TestPerson } from '@hereabouts/testing/app';
import { ask, befriend, createEvent } from '@hereabouts/testing/builders';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

const MISSING = '00000000-0000-4000-8000-000000000000';

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

const of = (person: { id: string }) => ({ params: { userId: person.id } });
const block = (who: TestPerson, whom: { id: string }) => who.call(blockRoutes.blockUser, of(whom));
const unblock = (who: TestPerson, whom: { id: string }) => who.call(blockRoutes.unblockUser, of(whom));
const blockedBy = async (who: TestPerson, query: { cursor?: string; limit?: number } = {}) =>
  (await who.ok(blockRoutes.listBlocks, { query })).people;
const look = (who: TestPerson, whom: { id: string }) => who.call(userRoutes.getUser, of(whom));
const contacts = (who: TestPerson, tab: 'friends' | 'pending' | 'sent' | 'discover', search = '') =>
  who.ok(friendshipRoutes.listContacts, { query: { tab, search } });
const event = (who: TestPerson, eventId: number) => who.call(eventRoutes.getEvent, { params: { eventId } });
const rows = (sql: string, params: unknown[]) => app.context.db.query(sql, params);
const between = async () => [
  await rows(
    'select from friendships where $1 in (requester_id, addressee_id) and $2 in (requester_id, addressee_id)',
    [anna.id, ben.id],
  ),
  await rows(
    `select from event_invites i join events e on e.id = i.event_id
     where i.user_id <> e.created_by and i.user_id in ($1, $2) and e.created_by in ($1, $2)`,
    [anna.id, ben.id],
  ),
];

test('SAFE-01 PERM-01 visitors are asked to sign in', async () => {
  const calls = [
    app.anonymous.call(blockRoutes.listBlocks, { query: {} }),
    app.anonymous.call(blockRoutes.blockUser, of(ben)),
    app.anonymous.call(blockRoutes.unblockUser, of(ben)),
  ];
  expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([401, 401, 401]);
});

test('SAFE-01 blocking a person who has blocked, and nobody at all, gets the same response', async () => {
  const missing = await block(anna, { id: MISSING });
  await block(ben, anna);
  const hidden = await block(anna, ben);
  expect([missing.status, missing.body]).toEqual([204, null]);
  expect([hidden.status, hidden.body]).toEqual([missing.status, missing.body]);
  // Both are hers to take back, and neither list nor download tells that he is there.
  const nobody = (id: string) => ({ user: { id, name: '', image: null }, blocked_at: expect.any(String) });
  expect(await blockedBy(anna)).toEqual([MISSING, ben.id].toSorted().map(nobody));
  const data = (await anna.call(accountDataRoutes.downloadData)).body as Record<string, unknown[]>;
  expect([data['blocked'], data['blocked_nobody']]).toEqual([
    [],
    [MISSING, ben.id].toSorted().map((id) => ({ id, blocked_at: expect.any(String) })),
  ]);
  for (const id of [ben.id, MISSING]) expect((await unblock(anna, { id })).status).toBe(204);
  expect(await blockedBy(anna)).toEqual([]);
  expect((await look(anna, ben)).status).toBe(404);
});

test('SAFE-01 who was blocked can block back, and then it takes both to end it', async () => {
  await block(ben, anna);
  app.clock.advance(1_000);
  await block(anna, ben);
  expect(await blockedBy(ben)).toMatchObject([{ user: { id: anna.id } }]);
  await unblock(ben, anna);
  expect(await blockedBy(ben)).toEqual([]);
  // From now on it is hers alone, and still nothing tells her that he was there all the time.
  expect(await blockedBy(anna)).toMatchObject([{ user: { id: ben.id, name: '' } }]);
  for (const [one, other] of [
    [anna, ben],
    [ben, anna],
  ] as const) {
    expect((await look(one, other)).status).toBe(404);
  }
  await unblock(anna, ben);
  expect((await look(ben, anna)).body.relationship).toBe('not_connected');
  expect(await rows('select from blocks where $1 in (user_id, other_id)', [anna.id])).toEqual([]);
});

test('SAFE-01 a block of somebody who had blocked first is listed without a name until it is undone, whatever the first blocker does', async () => {
  await block(ben, anna);
  await block(anna, ben);
  const before = await blockedBy(anna);
  expect(before.map(({ user }) => user)).toEqual([{ id: ben.id, name: '', image: null }]);
  app.clock.advance(1_000);
  await block(anna, ben);
  await unblock(ben, anna);
  expect(await blockedBy(anna)).toEqual(before);
  await block(ben, anna);
  expect(await blockedBy(anna)).toEqual(before);
  await ben.ok(accountDataRoutes.deleteAccount, { body: { password: ben.password } });
  expect(await blockedBy(anna)).toEqual(before);
  await unblock(anna, ben);
  expect(await blockedBy(anna)).toEqual([]);
});

test('SAFE-01 the first blocker who unblocks second sees their own block until then', async () => {
  await block(ben, anna);
  app.clock.advance(1_000);
  await block(anna, ben);
  await unblock(anna, ben);
  expect(await blockedBy(anna)).toEqual([]);
  expect(await blockedBy(ben)).toMatchObject([{ user: { id: anna.id } }]);
  expect((await look(anna, ben)).status).toBe(404);
});

test('SAFE-01 the list pages by name', async () => {
  const people = [];
  for (const name of ['Eve', 'dan', 'Cid', 'Cid', 'Bob']) people.push(await app.signUp({ name }));
  for (const person of people) await block(anna, person);
  const names: string[] = [];
  let cursor: string | null = null;
  do {
    const query: { limit: number; cursor?: string } = { limit: 2, ...(cursor !== null && { cursor }) };
    const page = await anna.ok(blockRoutes.listBlocks, { query });
    expect(page.people.length).toBeLessThanOrEqual(2);
    names.push(...page.people.map(({ user }) => user.name));
    cursor = page.next_cursor;
  } while (cursor !== null);
  expect(names).toEqual(['Bob', 'Cid', 'Cid', 'dan', 'Eve']);
  expect((await anna.call(blockRoutes.listBlocks, { query: { cursor: 'no' } })).status).toBe(400);
});

test('SAFE-01 nobody blocks themselves', async () => {
  const answer = await block(anna, anna);
  expect([answer.status, answer.body.error.message]).toEqual([400, BLOCK_TEXTS.self]);
});

test('SAFE-01 the list holds whom one has blocked, by name, and not who has blocked', async () => {
  const zoe = await app.signUp({ name: 'Zoe' });
  for (const person of [zoe, ben]) expect((await block(anna, person)).status).toBe(204);
  app.clock.advance(1_000);
  expect((await block(anna, ben)).status).toBe(204);
  const list = await blockedBy(anna);
  expect(list.map(({ user }) => user)).toEqual([
    { id: ben.id, name: 'Ben', image: null },
    { id: zoe.id, name: 'Zoe', image: null },
  ]);
  // Blocking again is no news.
  expect(list.map(({ blocked_at }) => blocked_at)).toEqual([list[1]?.blocked_at, list[1]?.blocked_at]);
  expect(await blockedBy(ben)).toEqual([]);
});

test('SAFE-01 friends part: no friendship, no invite, no notification, and neither finds the other', async () => {
  await befriend(anna, ben);
  const hers = await createEvent(app, anna, { invitee_ids: [ben.id] });
  const his = await createEvent(app, ben, { invitee_ids: [anna.id] });
  const now = new Date(app.clock.now()).toISOString();
  for (const [userId, eventId] of [
    [ben.id, hers],
    [anna.id, his],
  ]) {
    await rows(
      'insert into live_sharing (event_id, user_id, session_id, started_at, ends_at) values ($1, $2, gen_random_uuid(), $3, $3)',
      [eventId, userId, now],
    );
    await rows(
      "insert into notifications (user_id, kind, event_id, created_at) values ($1, 'event_live', $2, $3)",
      [userId, eventId, now],
    );
  }
  await rows(
    "insert into notifications (user_id, kind, actor_id, created_at) values ($1, 'request_accepted', $2, $3) on conflict do nothing",
    [anna.id, ben.id, now],
  );

  expect((await block(anna, ben)).status).toBe(204);

  expect(await between()).toEqual([[], []]);
  expect(await rows('select from live_sharing', [])).toEqual([]);
  expect(await rows('select from notifications where user_id in ($1, $2)', [anna.id, ben.id])).toEqual([]);
  for (const [one, other, eventId] of [
    [anna, ben, his],
    [ben, anna, hers],
  ] as const) {
    expect((await look(one, other)).status).toBe(404);
    expect((await event(one, eventId)).status).toBe(404);
    expect((await one.ok(eventRoutes.listHome, { query: {} })).events.map(({ id }) => id)).not.toContain(
      eventId,
    );
    for (const tab of ['friends', 'pending', 'sent', 'discover'] as const) {
      const { contacts: found, counts } = await contacts(one, tab, other.name);
      expect(found.map(({ id }) => id)).not.toContain(other.id);
      expect(counts).toEqual({ friends: 0, pending: 0, sent: 0 });
    }
  }
});

test('SAFE-01 a request either way is gone, and a new one finds nobody', async () => {
  await ask(ben, anna);
  await block(anna, ben);
  expect(await between()).toEqual([[], []]);
  const missing = await ben.call(friendshipRoutes.sendFriendRequest, { body: { addressee_id: MISSING } });
  for (const [one, other] of [
    [ben, anna],
    [anna, ben],
  ] as const) {
    const answer = await one.call(friendshipRoutes.sendFriendRequest, { body: { addressee_id: other.id } });
    expect([answer.status, answer.body]).toEqual([missing.status, missing.body]);
  }
  expect(missing.status).toBe(404);
});

test('SAFE-01 a friend link of the other has expired, and so it is used up like one', async () => {
  await block(anna, ben);
  // One from before ends with the block, for everybody.
  const { token } = await anna.ok(friendLinkRoutes.createFriendLink);
  const wrong = { params: { token: 'A'.repeat(22) } };
  for (const route of [friendLinkRoutes.openFriendLink, friendLinkRoutes.befriendByLink]) {
    const [hidden, missing] = [await ben.call(route, { params: { token } }), await ben.call(route, wrong)];
    expect([hidden.status, hidden.body]).toEqual([missing.status, missing.body]);
  }
  expect(await between()).toEqual([[], []]);
  const others = await app.signUp();
  expect((await others.call(friendLinkRoutes.openFriendLink, { params: { token } })).status).toBe(200);
});

describe('at the event of a third person', () => {
  let host: TestPerson;
  let eventId: number;
  beforeEach(async () => {
    host = await app.signUp({ name: 'Host' });
    for (const guest of [anna, ben]) await befriend(host, guest);
    eventId = await createEvent(app, host, { is_private: true, invitee_ids: [anna.id, ben.id] });
  });

  const guestsSeenBy = async (who: TestPerson) =>
    (await event(who, eventId)).body.invites.map((invite: { user: { name: string } }) => invite.user.name);

  test('SAFE-01 both stay guests, neither sees the other, their host sees both', async () => {
    await block(anna, ben);
    expect(await guestsSeenBy(anna)).toEqual(['Anna']);
    expect(await guestsSeenBy(ben)).toEqual(['Ben']);
    expect(await guestsSeenBy(host)).toEqual(['Anna', 'Ben']);
    await unblock(anna, ben);
    expect(await guestsSeenBy(ben)).toEqual(['Anna', 'Ben']);
  });

  test('SAFE-01 a guest who is blocked by the host is a guest no more, and others stay', async () => {
    await block(host, anna);
    expect((await event(anna, eventId)).status).toBe(404);
    expect(await guestsSeenBy(ben)).toEqual(['Ben']);
    const { friends } = await host.ok(inviteRoutes.listInvitable, { params: { eventId }, query: {} });
    expect(friends).toEqual([]);
    const again = await host.call(inviteRoutes.inviteFriends, {
      params: { eventId },
      body: { user_ids: [anna.id] },
    });
    expect(again.status).toBe(403);
  });
});

test('SAFE-01 unblocking brings nothing back but the chance to ask again', async () => {
  await befriend(anna, ben);
  const eventId = await createEvent(app, anna, { is_private: true, invitee_ids: [ben.id] });
  await block(anna, ben);
  // Who was blocked cannot take it back.
  await unblock(ben, anna);
  expect((await look(ben, anna)).status).toBe(404);
  expect((await unblock(anna, ben)).status).toBe(204);
  expect((await unblock(anna, ben)).status).toBe(204);
  expect((await look(ben, anna)).body.relationship).toBe('not_connected');
  expect((await event(ben, eventId)).status).toBe(404);
  expect(await between()).toEqual([[], []]);
  await befriend(ben, anna);
});
