import { DAY_MS, HOUR_MS } from '@hereabouts/contract/durations';
import { arrangeEvent, createWorld, type World } from '@hereabouts/testing/access-world';
import { putOnList } from '@hereabouts/testing/access-rows/anonymous';
import type { TestGuest } from '@hereabouts/testing/app';
import { say } from '@hereabouts/testing/builders';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { listDueAnonymousAccounts, markUnlistedAnonymousAccounts } from '#server/features/users/service.ts';
import { sweepAnonymousAccounts } from './deletion-service.ts';

let world: World;
beforeEach(async () => {
  world = await createWorld();
});
afterEach(() => world.stop());

const exists = async ({ id }: { id: string }) => {
  const { db } = world.context;
  const rows = await Promise.all(
    ['users', 'auth.users'].map((table) => db.query(`select 1 from ${table} where id = $1`, [id])),
  );
  const counts = rows.map(({ length }) => length);
  expect(counts[0]).toBe(counts[1]);
  return counts[0] === 1;
};
const sweepAt = async (ms: number) => {
  world.clock.set(ms);
  await sweepAnonymousAccounts(world.context);
};
/** On the list of an event that ends in three hours. */
const listed = async (guest: TestGuest) => {
  const params = { eventId: await arrangeEvent(world, true) };
  await putOnList(world, guest, { params });
  return params;
};

test('a guest on no list goes after a day, one on a list thirty days after its end', async () => {
  const startMs = world.clock.now();
  const endMs = startMs + 3 * HOUR_MS;
  const [unlisted, guest] = [await world.comeAsGuest(), await world.comeAsGuest()];
  const params = await listed(guest);
  const id = await say(guest, params.eventId);
  await sweepAt(startMs + DAY_MS);
  expect(await exists(unlisted)).toBe(true);
  await sweepAt(startMs + DAY_MS + 1);
  expect(await exists(unlisted)).toBe(false);
  expect(await exists(guest)).toBe(true);
  await sweepAt(endMs + 30 * DAY_MS - 1);
  expect(await exists(guest)).toBe(true);
  await sweepAt(endMs + 30 * DAY_MS);
  expect(await exists(guest)).toBe(false);
  // What they wrote stays, without the name.
  const rows = await world.context.db.query('select user_id, message from chat_message where id = $1', [id]);
  expect(rows).toEqual([{ user_id: null, message: 'Hello' }]);
});

test('a guest who is taken off the last list has a day from then on, and one who is put on a list again stays', async () => {
  const startMs = world.clock.now();
  const [gone, back] = [await world.comeAsGuest(), await world.comeAsGuest()];
  await listed(gone);
  const params = await listed(back);
  const laterMs = startMs + 5 * DAY_MS;
  await sweepAt(laterMs);
  await world.context.db.query('delete from event_invites where user_id = any($1)', [[gone.id, back.id]]);
  await sweepAt(laterMs + HOUR_MS);
  await putOnList(world, back, { params });
  await sweepAt(laterMs + HOUR_MS + DAY_MS);
  expect(await exists(gone)).toBe(true);
  await sweepAt(laterMs + 2 * HOUR_MS + DAY_MS);
  expect([await exists(gone), await exists(back)]).toEqual([false, true]);
});

test('the sweep runs every hour, takes nobody with an account, and nobody who is no longer due', async () => {
  const [guest, converted] = [await world.comeAsGuest(), await world.comeAsGuest()];
  const answer = await fetch(`${world.url}/auth/v1/user`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${converted.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'converted@example.org', password: 'gorse-and-granite-49' }),
  });
  expect(answer.status).toBe(200);
  await world.context.db.query(`update users set unlisted_since = $1 where is_anonymous`, [
    new Date(world.clock.now() - 2 * DAY_MS).toISOString(),
  ]);
  // Found by a sweep of another process, and put on a list before it gets there.
  const isDue = vi.fn<() => Promise<boolean>>(async () => false);
  const begun = await world.context.auth.beginDeletion(guest.id, async () => {}, { isDue });
  expect(begun).toEqual({ state: 'gone' });
  expect(isDue).toHaveBeenCalledTimes(1);
  expect(await exists(guest)).toBe(true);

  world.clock.advance(HOUR_MS);
  await vi.waitFor(async () => expect(await exists(guest)).toBe(false), { timeout: 20_000 });
  expect(await exists(converted)).toBe(true);
  expect(await exists(world.people.stranger)).toBe(true);
});

/** Guests on no list, by their numbers, which are their ids' last digits; the one with the highest has been so for longest. */
async function addUnlisted(count: number): Promise<(n: number) => { id: string }> {
  const { clock, context } = world;
  const idOf = (n: number) => ({ id: `eeeeeeee-0000-4000-8000-${`${n}`.padStart(12, '0')}` });
  const rows = `select ('eeeeeeee-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid as id, n from generate_series(1, ${count}) n`;
  const at = new Date(clock.now() - 2 * DAY_MS).toISOString();
  await context.db.query(
    `insert into auth.users (id, is_anonymous, user_metadata, created_at, updated_at)
     select id, true, '{}', $1, $1 from (${rows}) as rows`,
    [at],
  );
  await context.db.query(
    `insert into users (id, name, is_anonymous, unlisted_since, created_at, updated_at)
     select id, 'Guest', true, $1::timestamptz - n * interval '1 ms', $1, $1 from (${rows}) as rows`,
    [at],
  );
  return idOf;
}

test('GUEST-03 the guest who has been on no list for longest goes first', async () => {
  const idOf = await addUnlisted(3);
  let swept = 0;
  await sweepAnonymousAccounts(world.context, { isStopping: () => (swept += 1) > 1 });
  const left = await Promise.all([1, 2, 3].map((n) => exists(idOf(n))));
  expect(left).toEqual([true, true, false]);
});

test('GUEST-03 more guests than one batch go in one sweep', async () => {
  await addUnlisted(7);
  await sweepAnonymousAccounts(world.context, { perBatch: 3 });
  expect(await world.context.db.query('select from users where is_anonymous')).toEqual([]);
});

test('GUEST-03 whose deletion has begun is not due again', async () => {
  const idOf = await addUnlisted(2);
  await world.context.db.query(`insert into account_deletions (user_id, begun_at) values ($1, now())`, [
    idOf(2).id,
  ]);
  expect((await listDueAnonymousAccounts(world.context, 10)).map(({ id }) => id)).toEqual([idOf(1).id]);
});

test('GUEST-03 whoever is put on a list after the look for it stays', async () => {
  const startMs = world.clock.now();
  const [guest, other] = [await world.comeAsGuest(), await world.comeAsGuest()];
  const params = await listed(other);
  world.clock.set(startMs + DAY_MS + 1);
  await markUnlistedAnonymousAccounts(world.context);
  const [due] = await listDueAnonymousAccounts(world.context, 10);
  expect(due?.id).toBe(guest.id);
  expect(await due?.isDue(world.context.db)).toBe(true);
  await putOnList(world, guest, { params });
  expect(await due?.isDue(world.context.db)).toBe(false);
});

test('GUEST-03 who is on no list is noted in batches', async () => {
  await addUnlisted(1_100);
  const { db } = world.context;
  await db.query('update users set unlisted_since = null where is_anonymous');
  const looks: number[] = [];
  const query: typeof db.query = async (sql, params) => {
    const before = await db.query('select from users where unlisted_since is not null');
    const rows = await db.query<never>(sql, params);
    const after = await db.query('select from users where unlisted_since is not null');
    looks.push(after.length - before.length);
    return rows;
  };
  await markUnlistedAnonymousAccounts({ ...world.context, db: { ...db, query } });
  expect(looks).toEqual([1_000, 100, 0]);
});
