import { createHash } from 'node:crypto';
import { FRIEND_LINK_LIFETIME_MS, friendLinkRoutes } from '@hereabouts/contract/friend-links';
import { friendshipRoutes } from '@hereabouts/contract/friendships';
import { userRoutes } from '@hereabouts/contract/users';
import { startTestApp, type TestApp, type TestPerson } from '@hereabouts/testing/app';
import { ask, befriend } from '@hereabouts/testing/builders';
import type { TestSocket } from '@hereabouts/testing/realtime';
import { countLockWaits } from '@hereabouts/testing/lock-waits';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { holdLink } from './repo.ts';

const GONE = { error: { code: 'not_found', message: 'This link has expired or was switched off.' } };
const WRONG = 'A'.repeat(22);

let app: TestApp;
let owner: TestPerson;
let opener: TestPerson;
beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  [owner, opener] = [await app.signUp({ name: 'Owner' }), await app.signUp()];
});
afterAll(() => app.stop());

const make = (person: TestPerson) => person.ok(friendLinkRoutes.createFriendLink);
const mine = async (person: TestPerson) => (await person.ok(friendLinkRoutes.getFriendLink)).link;
const revoke = (person: TestPerson) => person.call(friendLinkRoutes.revokeFriendLink);
const open = (person: TestPerson, token: string) =>
  person.call(friendLinkRoutes.openFriendLink, { params: { token } });
const add = (person: TestPerson, token: string) =>
  person.call(friendLinkRoutes.befriendByLink, { params: { token } });
const profile = (viewer: TestPerson, of: TestPerson) =>
  viewer.ok(userRoutes.getUser, { params: { userId: of.id } });
const rowsOf = async (person: TestPerson) => {
  const sql = 'select status from friendships where $1 in (requester_id, addressee_id)';
  return await app.context.db.query<{ status: string }>(sql, [person.id]);
};
const heard = async (socket: TestSocket) => {
  await socket.settled();
  return socket.received
    .filter(({ topic, event }) => topic.startsWith('user:') && !/^phx_|^notifications_changed$/.test(event))
    .map(({ event, payload }) => [event, payload]);
};

test('NOTE-02 PERM-01 anonymous visitors are asked to sign in before anything but opening a link', async () => {
  const { token } = await make(owner);
  const calls = [
    app.anonymous.call(friendLinkRoutes.getFriendLink),
    app.anonymous.call(friendLinkRoutes.createFriendLink),
    app.anonymous.call(friendLinkRoutes.revokeFriendLink),
    app.anonymous.call(friendLinkRoutes.befriendByLink, { params: { token } }),
    app.anonymous.call(friendLinkRoutes.befriendByLink, { params: { token: WRONG } }),
  ];
  expect((await Promise.all(calls)).map((answer) => answer.status)).toEqual([401, 401, 401, 401, 401]);
});

describe('a link that does not work', () => {
  test('NOTE-02 unknown, malformed, replaced and revoked links get one same answer', async () => {
    const replaced = await make(owner);
    const revoked = await make(owner);
    await revoke(owner);
    for (const token of [WRONG, 'x', '../me', '\u{1f3d6}', replaced.token, revoked.token]) {
      for (const answer of [await open(opener, token), await add(opener, token)]) {
        expect([answer.status, answer.body], token).toEqual([404, GONE]);
      }
    }
    expect(await rowsOf(owner)).toEqual([]);
  });

  test('NOTE-02 it works up to 24 hours and not at them', async () => {
    const { token, expires_at } = await make(owner);
    const endMs = app.clock.now() + FRIEND_LINK_LIFETIME_MS;
    expect(Date.parse(expires_at)).toBe(endMs);
    app.clock.set(endMs - 1);
    await Promise.all([owner.signInAgain(), opener.signInAgain()]);
    expect((await open(opener, token)).status).toBe(200);
    expect(await mine(owner)).toEqual({ token, expires_at });

    app.clock.set(endMs);
    for (const answer of [await open(opener, token), await add(opener, token)]) {
      expect([answer.status, answer.body]).toEqual([404, GONE]);
    }
    expect(await mine(owner)).toBeNull();
    expect(await rowsOf(owner)).toEqual([]);
  });

  test('NOTE-02 guessing is stopped for the one who guesses, until later', async () => {
    const { token } = await make(owner);
    for (let guess = 0; guess < 30; guess++) {
      const answer = guess % 2 ? await open(opener, WRONG) : await add(opener, WRONG);
      expect(answer.status).toBe(404);
    }
    for (const answer of [await open(opener, WRONG), await open(opener, token), await add(opener, token)]) {
      expect([answer.status, answer.body.error.code]).toEqual([429, 'rate_limited']);
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(Number(answer.headers.get('retry-after'))).toBeLessThanOrEqual(60);
    }
    const other = await app.signUp();
    expect((await open(other, token)).status).toBe(200);
    app.clock.set(app.clock.now() + 60_000);
    expect((await add(opener, token)).status).toBe(200);
  });

  test('NOTE-02 opening a link that works is never counted as a guess', async () => {
    const { token } = await make(owner);
    for (let time = 0; time < 40; time++) expect((await open(opener, token)).status).toBe(200);
  });
});

describe("one's own link", () => {
  test('NOTE-02 there is none at first; once made it is the same on every device', async () => {
    expect(await mine(owner)).toBeNull();
    const link = await make(owner);
    expect(link.token).toMatch(/^[\w-]{22}$/);
    await owner.signInAgain();
    expect(await mine(owner)).toEqual(link);
    expect(await mine(opener)).toBeNull();
  });

  test('NOTE-02 the database holds nothing that opens it', async () => {
    const { token } = await make(owner);
    const stored = JSON.stringify(await app.context.db.query('select * from friend_links'));
    expect(stored).toContain(owner.id);
    expect(stored).not.toContain(token);
  });

  test('NOTE-02 a link whose key has been changed is not shown as one that works', async () => {
    await make(owner);
    await app.context.db.query(`update friend_links set salt = 'other' where owner_id = $1`, [owner.id]);
    expect(await mine(owner)).toBeNull();
  });

  test('NOTE-02 revoking ends it, and again changes nothing; a new one is another', async () => {
    const { token } = await make(owner);
    expect([(await revoke(owner)).status, (await revoke(owner)).status]).toEqual([204, 204]);
    expect(await mine(owner)).toBeNull();
    expect((await make(owner)).token).not.toBe(token);
  });

  test('NOTE-02 revoking leaves the links of others alone', async () => {
    const { token } = await make(owner);
    await revoke(opener);
    expect((await open(opener, token)).status).toBe(200);
  });

  test('NOTE-02 it says that it is one’s own, and befriends nobody with themselves', async () => {
    const { token } = await make(owner);
    const seen = await open(owner, token);
    expect(seen.body).toMatchObject({ is_own: true, relationship: 'not_connected' });
    const answer = await add(owner, token);
    expect([answer.status, answer.body.error]).toEqual([
      400,
      { code: 'invalid', message: 'This is your own link' },
    ]);
    expect(await rowsOf(owner)).toEqual([]);
  });

  test('NOTE-02 making it on several devices at once leaves one that works', async () => {
    const links = await Promise.all(Array.from({ length: 6 }, () => make(owner)));
    const statuses = await Promise.all(links.map(async ({ token }) => (await open(opener, token)).status));
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(links).toContainEqual(await mine(owner));
  });

  test('NOTE-02 other devices of the owner hear that it was made or revoked', async () => {
    const socket = await app.listen(owner);
    await make(owner);
    await revoke(owner);
    await revoke(owner);
    expect(await heard(socket)).toEqual([
      ['account_changed', {}],
      ['account_changed', {}],
    ]);
  });
});

describe('opening a link', () => {
  test('NOTE-02 NAV-01 signed out it tells whose it is, and what anybody else may know of them', async () => {
    await befriend(opener, owner);
    const { token, expires_at } = await make(owner);
    const open = (of: string) =>
      app.anonymous.call(friendLinkRoutes.openFriendLink, { params: { token: of } });
    const offer = { is_own: false, relationship: 'not_connected', expires_at };
    const seen = { owner: { id: owner.id, name: 'Owner', image: null }, ...offer };
    expect(await open(token)).toMatchObject({ status: 200, body: seen });
    await revoke(owner);
    for (const of of [WRONG, 'x', token]) {
      const gone = await open(of);
      expect([gone.status, gone.body]).toEqual([404, GONE]);
    }
  });

  test('NOTE-02 GUEST-01 a guest without an account sees whose it is and needs an account to add them', async () => {
    const guest = await app.comeAsGuest();
    const { token } = await make(owner);
    const params = { token };
    expect(await guest.ok(friendLinkRoutes.openFriendLink, { params })).toMatchObject({
      owner: { name: 'Owner' },
      relationship: 'not_connected',
    });
    const refused = await guest.call(friendLinkRoutes.befriendByLink, { params });
    expect([refused.status, refused.body.error.code]).toEqual([403, 'account_needed']);
    expect(await rowsOf(owner)).toEqual([]);
  });

  test('NOTE-02 it tells whose it is, and nothing more of them', async () => {
    const { token, expires_at } = await make(owner);
    const answer = await open(opener, token);
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        owner: { id: owner.id, name: 'Owner', image: null },
        is_own: false,
        relationship: 'not_connected',
        expires_at,
      },
    ]);
    expect(await rowsOf(owner)).toEqual([]);
  });

  test.each([
    ['nothing', 'not_connected', async () => {}],
    ['a request of the opener', 'request_sent', () => ask(opener, owner)],
    ['a request of the owner', 'request_received', () => ask(owner, opener)],
  ] as const)(
    'NOTE-02 CONT-11 from %s they are friends at once, and both hear it',
    async (_, before, arrange) => {
      await arrange();
      const { token } = await make(owner);
      expect((await open(opener, token)).body.relationship).toBe(before);
      const [ownerHears, openerHears] = [await app.listen(owner), await app.listen(opener)];

      app.clock.set(app.clock.now() + 1_000);
      const added = await add(opener, token);
      expect([added.status, added.body]).toEqual([200, { user_id: owner.id, were_friends: false }]);
      const friendshipDate = new Date(app.clock.now()).toISOString();
      for (const [viewer, other] of [
        [owner, opener],
        [opener, owner],
      ] as const) {
        const seen = await profile(viewer, other);
        expect([seen.relationship, seen.friendship_date]).toEqual(['friends', friendshipDate]);
      }
      expect(await heard(ownerHears)).toEqual([['friendship_changed', { user_id: opener.id }]]);
      expect(await heard(openerHears)).toEqual([['friendship_changed', { user_id: owner.id }]]);
    },
  );

  test('NOTE-02 existing friends keep their date, and nobody is notified', async () => {
    await befriend(opener, owner);
    const before = await profile(opener, owner);
    const { token } = await make(owner);
    const socket = await app.listen(owner);
    app.clock.set(app.clock.now() + 1_000);
    expect((await open(opener, token)).body.relationship).toBe('friends');
    expect((await add(opener, token)).body).toEqual({ user_id: owner.id, were_friends: true });
    expect(await profile(opener, owner)).toEqual(before);
    expect(await heard(socket)).toEqual([]);
  });

  test('NOTE-02 a whole table uses one link while it lives, all at once', async () => {
    const { token } = await make(owner);
    const table = await Promise.all(Array.from({ length: 8 }, () => app.signUp()));
    const answers = await Promise.all(table.map((person) => add(person, token)));
    expect(answers.map(({ status }) => status)).toEqual(table.map(() => 200));
    const query = { tab: 'friends' as const };
    expect((await owner.ok(friendshipRoutes.listContacts, { query })).counts.friends).toBe(table.length);
  });

  test('NOTE-02 PERM-07 two who open each other’s links over and over make one row', async () => {
    const [theirs, ours] = [await make(owner), await make(opener)];
    const presses = Array.from({ length: 10 }, (_, i) =>
      i % 2 ? add(opener, theirs.token) : add(owner, ours.token),
    );
    const answers = await Promise.all(presses);
    expect(answers.map(({ status }) => status)).toEqual(presses.map(() => 200));
    expect(answers.filter(({ body }) => body.were_friends === false)).toHaveLength(1);
    expect(await rowsOf(owner)).toEqual([{ status: 'accepted' }]);
  });

  test('NOTE-02 PERM-07 a request sent at the same moment ends as a friendship too', async () => {
    for (let round = 0; round < 5; round++) {
      const other = await app.signUp();
      const { token } = await make(owner);
      const [sent, added] = await Promise.all([
        owner.call(friendshipRoutes.sendFriendRequest, { body: { addressee_id: other.id } }),
        add(other, token),
      ]);
      expect([201, 409]).toContain(sent.status);
      expect(added.status).toBe(200);
      expect(await rowsOf(other)).toEqual([{ status: 'accepted' }]);
    }
  });

  // PGlite has one connection: there, whoever comes second waits anyhow.
  test.skipIf(inject('testDatabase').engine === 'pglite')(
    'NOTE-02 revoking waits for whoever is just coming in',
    async () => {
      const { token } = await make(owner);
      const { db } = app.context;
      const done: string[] = [];
      const revoking = await db.transaction(async (tx) => {
        const tokenHash = createHash('sha256').update(token).digest('hex');
        await holdLink(tx, { tokenHash, viewerId: opener.id, now: new Date(0).toISOString() });
        const answer = revoke(owner).then(() => done.push('revoked'));
        while (done.length === 0 && (await countLockWaits(db)) === 0);
        done.push('came in');
        return { answer };
      });
      await revoking.answer;
      expect(done).toEqual(['came in', 'revoked']);
    },
  );

  test('NOTE-02 once revoking has been answered nobody comes in by it', async () => {
    for (let round = 0; round < 5; round++) {
      const [host, guest] = [await app.signUp(), await app.signUp()];
      const { token } = await make(host);
      const [revoked, added] = await Promise.all([revoke(host), add(guest, token)]);
      expect(revoked.status).toBe(204);
      expect([200, 404]).toContain(added.status);
      expect(await rowsOf(host)).toEqual(added.status === 200 ? [{ status: 'accepted' }] : []);
      const later = await app.signUp();
      expect((await add(later, token)).status).toBe(404);
    }
  });
});
