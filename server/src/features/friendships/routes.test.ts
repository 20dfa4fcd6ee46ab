import { friendshipRoutes, type ContactTab } from '@hereabouts/contract/friendships';
import { userRoutes } from '@hereabouts/contract/users';
import { startTestApp, type TestApp, type TestPerson } from '@hereabouts/testing/app';
import { ask, befriend, hoursFromNow } from '@hereabouts/testing/builders';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

const NOBODY = '00000000-0000-4000-8000-000000000000';
const NOT_FOUND = { error: { code: 'not_found', message: 'Not found' } };

let app: TestApp;
beforeEach(async () => {
  app = await startTestApp();
});
afterEach(() => app.stop());

const list = (viewer: TestPerson, tab: ContactTab, search?: string) =>
  viewer.ok(friendshipRoutes.listContacts, { query: { tab, search } });
const idsOf = async (viewer: TestPerson, tab: ContactTab, search?: string) =>
  (await list(viewer, tab, search)).contacts.map((contact) => contact.id);
const send = (viewer: TestPerson, addresseeId: string) =>
  viewer.call(friendshipRoutes.sendFriendRequest, { body: { addressee_id: addresseeId } });
const accept = (viewer: TestPerson, friendshipId: string) =>
  viewer.call(friendshipRoutes.acceptFriendRequest, { params: { friendshipId } });
const remove = (viewer: TestPerson, friendshipId: string) =>
  viewer.call(friendshipRoutes.deleteFriendship, { params: { friendshipId } });
const countRows = async () =>
  (await app.context.db.query<{ count: number }>('select count(*) from friendships'))[0]?.count;

describe('requests', () => {
  test('PERM-01 anonymous visitors are asked to sign in', async () => {
    const params = { friendshipId: NOBODY };
    const calls = [
      app.anonymous.call(friendshipRoutes.listContacts, { query: { tab: 'discover' } }),
      app.anonymous.call(friendshipRoutes.sendFriendRequest, { body: { addressee_id: NOBODY } }),
      app.anonymous.call(friendshipRoutes.acceptFriendRequest, { params }),
      app.anonymous.call(friendshipRoutes.deleteFriendship, { params }),
    ];
    expect((await Promise.all(calls)).map((answer) => answer.status)).toEqual([401, 401, 401, 401]);
  });

  test('CONT-11 a request to a missing person is not found, one to oneself is refused', async () => {
    const anna = await app.signUp();
    const missing = await send(anna, NOBODY);
    expect([missing.status, missing.body]).toEqual([404, NOT_FOUND]);
    for (const self of [anna.id, anna.id.toUpperCase()]) {
      const answer = await send(anna, self);
      expect(answer.status).toBe(400);
      expect(answer.body.error.message).toBe('You cannot send a friend request to yourself');
    }
    expect((await send(anna, 'nobody')).status).toBe(400);
    expect(await countRows()).toBe(0);
  });

  test('CONT-11 DATA-01 DATA-02 send inserts a pending row, accept sets accepted', async () => {
    const [anna, ben] = [await app.signUp(), await app.signUp()];
    const sent = await send(anna, ben.id);
    expect(sent.status).toBe(201);
    expect(sent.body).toEqual({
      id: expect.any(String),
      requester_id: anna.id,
      addressee_id: ben.id,
      status: 'pending',
      created_at: hoursFromNow(app.clock, 0),
      accepted_at: null,
    });
    app.clock.advance(1_000);
    const accepted = await accept(ben, sent.body.id);
    expect(accepted.status).toBe(200);
    expect(accepted.body).toEqual({
      ...sent.body,
      status: 'accepted',
      accepted_at: hoursFromNow(app.clock, 0),
    });

    app.clock.advance(1_000);
    const again = await accept(ben, sent.body.id);
    expect([again.status, again.body]).toEqual([200, accepted.body]);
    const write = app.context.db.query(`update friendships set status = 'blocked'`);
    await expect(write).rejects.toMatchObject({ code: '23514' });
  });

  test('PERM-03 only the addressee accepts; to outsiders there is no request', async () => {
    const [anna, ben, carl] = [await app.signUp(), await app.signUp(), await app.signUp()];
    const friendshipId = await ask(anna, ben);
    const own = await accept(anna, friendshipId);
    expect([own.status, own.body.error.message]).toEqual([
      403,
      'Only the person who was asked can accept this request',
    ]);
    for (const id of [friendshipId, NOBODY, 'nothing']) {
      const accepted = await accept(carl, id);
      const removed = await remove(carl, id);
      expect([accepted.status, accepted.body]).toEqual([404, NOT_FOUND]);
      expect([removed.status, removed.body]).toEqual([404, NOT_FOUND]);
    }
    expect((await list(ben, 'pending')).counts).toEqual({ friends: 0, pending: 1, sent: 0 });
  });

  test.each([
    ['the requester cancels', 'requester', false],
    ['the addressee declines', 'addressee', false],
    ['the requester unfriends', 'requester', true],
    ['the addressee unfriends', 'addressee', true],
  ])('PERM-03 CONT-07 %s: the row goes and each reappears in Discover', async (_, who, accepted) => {
    const [anna, ben] = [await app.signUp(), await app.signUp()];
    const friendshipId = await ask(anna, ben);
    if (accepted) await accept(ben, friendshipId);
    expect([await idsOf(anna, 'discover'), await idsOf(ben, 'discover')]).toEqual([[], []]);

    const remover = who === 'requester' ? anna : ben;
    const removed = await remove(remover, friendshipId);
    expect([removed.status, removed.body]).toEqual([204, null]);
    expect((await remove(remover, friendshipId)).status).toBe(404);
    expect((await accept(ben, friendshipId)).status).toBe(404);
    expect([await idsOf(anna, 'discover'), await idsOf(ben, 'discover')]).toEqual([[ben.id], [anna.id]]);
    expect((await send(ben, anna.id)).status).toBe(201);
  });

  test('PERM-07 a second request is refused in either direction, pending or accepted', async () => {
    const [anna, ben] = [await app.signUp(), await app.signUp()];
    const friendshipId = await ask(anna, ben);
    const expectRefusals = async () => {
      for (const answer of [await send(anna, ben.id), await send(ben, anna.id)]) {
        expect(answer.status).toBe(409);
        expect(answer.body.error).toEqual({
          code: 'friendship_exists',
          message: 'You are already friends, or a friend request is waiting',
        });
      }
    };
    await expectRefusals();
    await accept(ben, friendshipId);
    await expectRefusals();
    expect(await countRows()).toBe(1);
  });

  test('PERM-07 requests from both sides at once make one row', async () => {
    const [anna, ben] = [await app.signUp(), await app.signUp()];
    const both = Array.from({ length: 8 }, (_, i) => (i % 2 ? send(anna, ben.id) : send(ben, anna.id)));
    const statuses = (await Promise.all(both)).map((answer) => answer.status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(statuses.filter((status) => status === 409)).toHaveLength(7);
    expect(await countRows()).toBe(1);
  });

  test('PERM-03 accepting and cancelling at once leaves friends or nothing, never an error', async () => {
    for (let round = 0; round < 5; round++) {
      const [anna, ben] = [await app.signUp(), await app.signUp()];
      const friendshipId = await ask(anna, ben);
      const [accepted, alsoAccepted, removed] = await Promise.all([
        accept(ben, friendshipId),
        accept(ben, friendshipId),
        remove(anna, friendshipId),
      ]);
      expect([200, 404]).toContain(accepted.status);
      expect([200, 404]).toContain(alsoAccepted.status);
      expect(removed.status).toBe(204);
      expect(await countRows()).toBe(0);
    }
  });
});

describe('contact lists', () => {
  test('CONT-02 CONT-10 each tab has its people with their date, and the counts of all', async () => {
    const me = await app.signUp({ name: 'Me' });
    const [friend, asked, asking, other] = [
      await app.signUp({ name: 'Friend' }),
      await app.signUp({ name: 'Asked' }),
      await app.signUp({ name: 'Asking' }),
      await app.signUp({ name: 'Other' }),
    ];
    const requestDate = hoursFromNow(app.clock, 0);
    const sentId = await ask(me, asked);
    const receivedId = await ask(asking, me);
    app.clock.advance(60_000);
    const friendshipDate = hoursFromNow(app.clock, 0);
    const friendId = await befriend(friend, me);

    const person = ({ id, name, email }: TestPerson) => ({ id, name, email, image: null });
    const expected: [ContactTab, object][] = [
      ['friends', { ...person(friend), friendshipId: friendId, friendshipDate }],
      ['pending', { ...person(asking), friendshipId: receivedId, requestDate }],
      ['sent', { ...person(asked), friendshipId: sentId, requestDate }],
      ['discover', { ...person(other), friendsInCommon: 0, eventsInCommon: 0 }],
    ];
    for (const [tab, contact] of expected) {
      expect(await list(me, tab)).toEqual({
        contacts: [contact],
        next_cursor: null,
        counts: { friends: 1, pending: 1, sent: 1 },
      });
      expect(await list(me, tab, 'no such person')).toEqual({
        contacts: [],
        next_cursor: null,
        counts: { friends: 1, pending: 1, sent: 1 },
      });
    }
  });

  test('CONT-02 an unknown tab and an impossible cursor are refused', async () => {
    const me = await app.signUp();
    const get = (query: object) => me.call(friendshipRoutes.listContacts, { query: query as never });
    expect((await get({ tab: 'enemies' })).status).toBe(400);
    expect((await get({ tab: 'discover', cursor: 'WzFd' })).status).toBe(400);
    expect((await get({ tab: 'discover', limit: 0 })).status).toBe(400);
    expect((await get({ tab: 'discover', search: 'nul\0' })).status).toBe(400);
    expect((await get({ tab: 'discover', search: 'x'.repeat(101) })).status).toBe(400);
  });

  test('CONT-03 search takes part of a name or address, whatever the case', async () => {
    const me = await app.signUp();
    const zoe = await app.signUp({ name: 'Zoé Le Brocq', email: 'zlb@harbour.example' });
    const ben = await app.signUp({ name: 'Ben 100% d_Arc \\', email: 'ben@example.org' });
    const lan = await app.signUp({ name: 'Nguyễn Lan'.normalize('NFD'), email: 'lan@example.org' });
    const cases: [string, string[]][] = [
      ['le BRO', [zoe.id]],
      ['HARBOUR', [zoe.id]],
      ['é', [zoe.id]],
      ['ZOÉ', [zoe.id]],
      ['zoé'.normalize('NFD'), [zoe.id]],
      ['nguyễn', [lan.id]],
      ['z', [zoe.id]],
      ['  brocq  ', [zoe.id]],
      ['100%', [ben.id]],
      ['%', [ben.id]],
      ['d_a', [ben.id]],
      ['\\', [ben.id]],
      ['1__%', []],
      ['"; drop table users; --', []],
    ];
    for (const [search, found] of cases)
      expect([search, await idsOf(me, 'discover', search)]).toEqual([search, found]);

    await befriend(me, zoe);
    await ask(me, ben);
    expect(await idsOf(me, 'friends', 'brocq')).toEqual([zoe.id]);
    expect(await idsOf(me, 'friends', 'ben')).toEqual([]);
    expect(await idsOf(me, 'sent', 'BEN@')).toEqual([ben.id]);
    expect(await idsOf(ben, 'pending', me.email.toUpperCase())).toEqual([me.id]);
  });

  test('CONT-12 a hidden address is neither shown nor found, but by friends', async () => {
    const [me, shy] = [await app.signUp(), await app.signUp({ name: 'Shy', email: 'secret@hidden.example' })];
    await shy.ok(userRoutes.updateMe, { body: { contact_visibility: 'friends' } });
    const shown = async (tab: ContactTab) => (await list(me, tab)).contacts.map((contact) => contact.email);

    expect([await shown('discover'), await idsOf(me, 'discover', 'hidden')]).toEqual([[null], []]);
    const friendshipId = await ask(shy, me);
    expect([await shown('pending'), await idsOf(me, 'pending', 'hidden')]).toEqual([[null], []]);
    await accept(me, friendshipId);
    expect([await shown('friends'), await idsOf(me, 'friends', 'hidden')]).toEqual([[shy.email], [shy.id]]);
    await remove(me, friendshipId);
    await ask(me, shy);
    expect([await shown('sent'), await idsOf(me, 'sent', 'hidden')]).toEqual([[null], []]);
  });

  test('CONT-07 CONT-09 Discover pages by name without gaps or doubles', async () => {
    const me = await app.signUp({ name: 'Me' });
    const names = ['anna', 'Ben', 'Ben', 'BEN', 'carl', 'Dora', '\u{1f3d6}️ Beach', 'x'.repeat(100)];
    for (const [i, name] of names.entries()) await app.signUp({ name, email: `p${i}@example.org` });

    const seen: { id: string; name: string }[] = [];
    let cursor: string | undefined;
    do {
      const query = { tab: 'discover' as const, limit: 2, cursor };
      const page = await me.ok(friendshipRoutes.listContacts, { query });
      expect(page.contacts.length).toBe(2);
      seen.push(...page.contacts);
      cursor = page.next_cursor ?? undefined;
    } while (cursor !== undefined);
    expect(seen.map((contact) => contact.name.toLowerCase())).toEqual(
      names.map((name) => name.toLowerCase()).toSorted(),
    );
    expect(new Set(seen.map((contact) => contact.id)).size).toBe(names.length);
  });

  test.for(['pending', 'sent'] as const)(
    'CONT-02 the requests of the tab %s page by their moment, the newest first, without gaps or doubles',
    async (tab) => {
      const me = await app.signUp({ name: 'Me' });
      const request = (other: TestPerson) => (tab === 'sent' ? ask(me, other) : ask(other, me));
      for (const name of ['Ben', 'Zoë', 'Anna', 'Max']) {
        await request(await app.signUp({ name }));
        app.clock.advance(1);
      }
      // Two of one moment.
      await request(await app.signUp({ name: 'Ola' }));
      await request(await app.signUp({ name: 'Ola' }));
      const seen: { id: string; name: string }[] = [];
      let cursor: string | undefined;
      do {
        const page = await me.ok(friendshipRoutes.listContacts, { query: { tab, limit: 1, cursor } });
        seen.push(...page.contacts);
        cursor = page.next_cursor ?? undefined;
      } while (cursor !== undefined);
      expect(seen.map(({ name }) => name)).toEqual(['Ola', 'Ola', 'Max', 'Anna', 'Zoë', 'Ben']);
      expect(new Set(seen.map(({ id }) => id)).size).toBe(6);
      const byName = Buffer.from(JSON.stringify(['ben', me.id])).toString('base64url');
      const refused = await me.call(friendshipRoutes.listContacts, { query: { tab, cursor: byName } });
      expect(refused.status).toBe(400);
    },
  );

  test('CONT-09 a search pages too, in Discover and among friends', async () => {
    const me = await app.signUp({ name: 'Me' });
    for (const name of ['Cleo B', 'Anna B', 'Dan', 'Ben B']) await befriend(me, await app.signUp({ name }));
    for (const name of ['Zed B', 'Will', 'Xi B', 'Yan B']) await app.signUp({ name });
    for (const [tab, expected] of [
      ['friends', ['Anna B', 'Ben B', 'Cleo B']],
      ['discover', ['Xi B', 'Yan B', 'Zed B']],
    ] as const) {
      const query = { tab, limit: 2, search: 'b' };
      const first = await me.ok(friendshipRoutes.listContacts, { query });
      const cursor = first.next_cursor ?? '';
      const rest = await me.ok(friendshipRoutes.listContacts, { query: { ...query, cursor } });
      expect([...first.contacts, ...rest.contacts].map((contact) => contact.name)).toEqual(expected);
      expect(rest.next_cursor).toBeNull();
    }
  });
});
