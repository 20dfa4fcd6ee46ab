import { randomUUID } from 'node:crypto';
import { DAY_MS } from '@hereabouts/contract/durations';
import { routes } from '@hereabouts/contract/routes';
import { arrangeEvent, createWorld, eventInput, type World } from '@hereabouts/testing/access-world';
import type { TestGuest, TestPerson } from '@hereabouts/testing/app';
import { befriend, block, say, unblock } from '@hereabouts/testing/builders';
import { countLockWaits } from '@hereabouts/testing/lock-waits';
import type { Queryable } from '@hereabouts/server/db/database';
import { blockUser, holdPair } from '@hereabouts/server/features/blocks/service';
import { deleteMergedBefore } from './repo.ts';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';

let world: World;
let creator: TestPerson;
beforeAll(async () => {
  world = await createWorld();
  ({ creator } = world.people);
});
afterAll(() => world.stop());

let guest: TestGuest;
let account: TestPerson;
let params: { eventId: number };
beforeEach(async () => {
  [guest, account] = [await world.comeAsGuest('Zoe'), await world.signUp({ name: 'Zoe Renouf' })];
  params = { eventId: await arrangeEvent(world, true) };
  const { token } = await creator.ok(routes.createEventLink, { params });
  await guest.ok(routes.joinByLink, { params: { token }, body: { status: 'accepted' } });
});

const merge = () => account.call(routes.mergeGuest, { body: { guest_token: guest.token } });
/** The creator's form, opened before the merge: whom it showed, of the people of these tests, and who is left chosen. */
const save = (chosen: readonly { id: string }[], shown = [guest]) => {
  const inputOf = (people: readonly { id: string }[]) => {
    const ids = people.map(({ id }) => id);
    return eventInput(world, true, ids);
  };
  const body = { ...inputOf(chosen), base: inputOf(shown), keep_answers: true };
  return creator.call(routes.updateEvent, { params, body });
};
const revocations = {
  removal: () => creator.call(routes.removeGuest, { params: { ...params, userId: guest.id } }),
  block: () => creator.call(routes.blockUser, { params: { userId: guest.id } }),
  deselection: () => save([]),
};
const seesEvent = async () => (await account.call(routes.getEvent, { params })).status === 200;
const isInvited = async () => {
  const sql = 'select from event_invites where event_id = $1 and user_id = any($2)';
  return (await world.context.db.query(sql, [params.eventId, [guest.id, account.id]])).length > 0;
};

for (const [name, revoke] of Object.entries(revocations)) {
  test(`GUEST-04 LIVE-10 a ${name} of the guest whom an open page still shows holds for the account`, async () => {
    expect((await merge()).status).toBe(204);
    expect(await seesEvent()).toBe(true);
    expect((await revoke()).status).toBeLessThan(300);
    expect([await seesEvent(), await isInvited()]).toEqual([false, false]);
  });

  test(`GUEST-04 LIVE-10 so does a ${name} at the same moment`, async () => {
    const [merged, revoked] = await Promise.all([merge(), revoke()]);
    expect([merged.status, revoked.status < 300]).toEqual([204, true]);
    expect([await seesEvent(), await isInvited()]).toEqual([false, false]);
  });
}

test('GUEST-04 EVF-15 an edit that leaves the guest on the list leaves the account there', async () => {
  await merge();
  expect((await save([guest])).status).toBe(200);
  expect(await seesEvent()).toBe(true);
  const { invited, declined } = world.people;
  const all = [invited.id, declined.id, guest.id];
  const whole = { ...eventInput(world, true, all), keep_answers: true };
  await creator.ok(routes.updateEvent, { params, body: whole });
  expect(await seesEvent()).toBe(true);
});

test('GUEST-04 EVF-15 an account that was on the list beside the guest goes only if it was deselected itself', async () => {
  await befriend(creator, account);
  await creator.ok(routes.inviteFriends, { params, body: { user_ids: [account.id] } });
  await merge();
  expect((await save([account], [guest, account])).status).toBe(200);
  expect(await seesEvent()).toBe(true);
  expect((await save([guest], [guest, account])).status).toBe(200);
  expect(await seesEvent()).toBe(false);
});

const isBlocked = async (by: { id: string }, other: { id: string }) => {
  const sql = 'select from blocks where user_id = $1 and other_id = $2 and is_blocker';
  return (await world.context.db.query(sql, [by.id, other.id])).length > 0;
};

test('GUEST-04 SAFE-01 LIVE-10 a block by a fellow guest at the same moment holds for the account', async () => {
  const fellow = await world.signUp();
  const [merged, blocked] = await Promise.all([
    merge(),
    fellow.call(routes.blockUser, { params: { userId: guest.id } }),
  ]);
  expect([merged.status, blocked.status]).toEqual([204, 204]);
  expect(await isBlocked(fellow, account)).toBe(true);
});

// The embedded database has one connection: nothing comes in between there.
const ON_POSTGRES = inject('testDatabase').engine === 'postgres';

/** Runs `work` while the merge has locked the guest and waits for what `hold` holds. */
async function duringMerge<T>(
  work: () => Promise<T>,
  hold: (tx: Queryable) => Promise<unknown> = (tx) => holdPair(tx, account.id, creator.id),
): Promise<T> {
  const { db } = world.context;
  const { merged, worked } = await db.transaction(async (tx) => {
    await hold(tx);
    const merging = merge();
    await expect.poll(() => countLockWaits(db)).toBe(1);
    const working = work();
    await expect.poll(() => countLockWaits(db)).toBe(2);
    return { merged: () => merging, worked: () => working };
  });
  expect((await merged()).status).toBe(204);
  return await worked();
}

test.runIf(ON_POSTGRES)(
  'GUEST-04 SAFE-01 LIVE-10 a block by a fellow guest, or by the guest in another tab, is not lost in a merge that has begun',
  async () => {
    const [fellow, other] = [await world.signUp(), await world.signUp()];
    const blocked = await duringMerge(() => fellow.call(routes.blockUser, { params: { userId: guest.id } }));
    expect(blocked.status).toBe(204);
    expect(await isBlocked(fellow, account)).toBe(true);
    // The request was let in before the merge ended the guest's session.
    await blockUser(world.context, { userId: guest.id }, other.id);
    expect(await isBlocked(account, other)).toBe(true);
  },
);

test.runIf(ON_POSTGRES)(
  'GUEST-04 SAFE-01 a creator who blocks the account during the merge does not get it on the list',
  async () => {
    const blocked = await duringMerge(() =>
      creator.call(routes.blockUser, { params: { userId: account.id } }),
    );
    expect(blocked.status).toBe(204);
    expect([await seesEvent(), await isInvited()]).toEqual([false, false]);
  },
);

const inAnotherTab = {
  join: (token: string): Promise<{ status: number }> =>
    guest.call(routes.joinByLink, { params: { token }, body: { status: 'accepted' } }),
  message: (): Promise<{ status: number }> =>
    guest.call(routes.sendMessage, { params, body: { id: randomUUID(), message: 'Here' } }),
};
for (const [name, act] of Object.entries(inAnotherTab)) {
  test.runIf(ON_POSTGRES)(
    `GUEST-04 a ${name} by the guest in another tab, while everything moves, is not acknowledged and then lost`,
    async () => {
      const other = { eventId: await arrangeEvent(world, true) };
      const { token } = await creator.ok(routes.createEventLink, { params: other });
      await creator.ok(routes.report, { body: { kind: 'user', user_id: guest.id, reason: 'Rude' } });
      // Reports are moved last.
      const holdReport = (tx: Queryable) =>
        tx.query('select from reports where user_id = $1 for update', [guest.id]);
      const { status } = await duringMerge(() => act(token), holdReport);
      expect(status).toBeGreaterThanOrEqual(400);
    },
  );
}

test('GUEST-04 SAFE-01 whoever unblocks the guest whom an open page still shows unblocks the account', async () => {
  await block(creator, guest);
  await merge();
  expect(await isBlocked(creator, account)).toBe(true);
  await unblock(creator, guest);
  expect(await isBlocked(creator, account)).toBe(false);
});

test('GUEST-04 SAFE-01 unblocking a guest blocked back unblocks the account; neither is listed', async () => {
  await block(guest, creator);
  await block(creator, guest);
  await merge();
  await unblock(creator, guest);
  expect(await isBlocked(creator, account)).toBe(false);
  const { people } = await creator.ok(routes.listBlocks, { query: {} });
  expect(people.filter(({ user }) => [guest.id, account.id].includes(user.id))).toEqual([]);
});

test('GUEST-04 SAFE-01 what somebody blocked has written stays hidden after they have gone', async () => {
  const gone = await world.signUp();
  const { token } = await creator.ok(routes.createEventLink, { params });
  await gone.ok(routes.joinByLink, { params: { token }, body: { status: 'accepted' } });
  await say(gone, params.eventId, 'Who is here?');
  await guest.ok(routes.blockUser, { params: { userId: gone.id } });
  await gone.ok(routes.deleteAccount, { body: { password: gone.password } });
  await merge();
  const { messages } = await account.ok(routes.listMessages, { params, query: {} });
  expect(messages.map(({ message }) => message)).not.toContain('Who is here?');
});

test('GUEST-04 SAFE-02 a report of the guest whom an open page still shows is of the account', async () => {
  await merge();
  await creator.ok(routes.report, { body: { kind: 'user', user_id: guest.id, reason: 'Rude' } });
  const ids = [guest.id, account.id];
  const rows = await world.context.db.query('select user_id from reports where user_id = any($1::uuid[])', [
    ids,
  ]);
  expect(rows).toEqual([{ user_id: account.id }]);
});

test('GUEST-04 what a guest has become is forgotten after a day, and with the account', async () => {
  const count = async () => (await world.context.db.query('select from merged_guests')).length;
  const before = await count();
  await merge();
  expect(await count()).toBe(before + 1);
  await world.context.db.query('delete from users where id = $1', [account.id]);
  expect(await count()).toBe(before);
  const sql = 'insert into merged_guests (guest_id, user_id, merged_at) values ($1, $2, $3)';
  const yesterday = new Date(world.clock.now() - DAY_MS - 1).toISOString();
  await world.context.db.query(sql, [guest.id, creator.id, yesterday]);
  await deleteMergedBefore(world.context.db, new Date(world.clock.now() - DAY_MS).toISOString());
  const rows = await world.context.db.query('select from merged_guests where user_id = $1', [creator.id]);
  expect(rows).toEqual([]);
});
