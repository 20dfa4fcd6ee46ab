import { randomUUID } from 'node:crypto';
import { coHostRoutes } from '@hereabouts/contract/co-hosts';
import { EVENT_TEXTS } from '@hereabouts/contract/event-texts';
import { EVENT_INVITES_MAX, PAGE_MAX } from '@hereabouts/contract/limits';
import type { Context } from '@hereabouts/server/context';
import type { Database, Queryable } from '@hereabouts/server/db/database';
import { updateEvent } from '@hereabouts/server/features/events/update-service';
import { startTestApp, type TestApp, type TestPerson } from '@hereabouts/testing/app';
import { befriend, createEvent, eventInput } from '@hereabouts/testing/builders';
import { withDatabase } from '@hereabouts/testing/effects';
import { viewerOf } from '@hereabouts/testing/viewer';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { inviteFriends } from './invite-service.ts';

let app: TestApp;
let coHost: TestPerson;
let friend: TestPerson;
let eventId: number;
beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  const host = await app.signUp();
  [coHost, friend] = [await app.signUp(), await app.signUp()];
  for (const person of [host, friend]) await befriend(person, coHost);
  eventId = await createEvent(app, host, { invitee_ids: [coHost.id] });
  await host.ok(coHostRoutes.addCoHost, { params: { eventId, userId: coHost.id } });
});
afterAll(() => app.stop());

const LOCKS_SQL = "select from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()";

/** The outcome, and how many pairs the transaction holds at its end. `beforeEventLock`: within it. */
async function locksOf(
  work: (ctx: Context) => Promise<unknown>,
  beforeEventLock: (tx: Queryable) => Promise<unknown> = async () => {},
): Promise<[outcome: string, locks: number]> {
  let locks = 0;
  const watch = (tx: Queryable): Queryable => ({
    ...tx,
    query: async (statement, params) => {
      const sql = typeof statement === 'string' ? statement : statement.sql;
      if (sql.includes('for update of e')) await beforeEventLock(tx);
      return await tx.query(statement, params);
    },
  });
  const db: Database = {
    ...app.context.db,
    transaction: (inner, options) =>
      app.context.db.transaction(async (tx) => {
        try {
          return await inner(watch(tx));
        } finally {
          locks = (await tx.query(LOCKS_SQL)).length;
        }
      }, options),
  };
  const outcome = await work(withDatabase(app.context, db)).then(
    () => 'done',
    (error: unknown) => (error as Error).message,
  );
  return [outcome, locks];
}

const madeUp = (count: number) => Array.from({ length: count }, () => randomUUID());
const invite = (ids: string[]) => (ctx: Context) => inviteFriends(ctx, viewerOf(coHost), eventId, ids);
const edit = (ids: string[], baseIds: string[] = [], countAs = () => {}) => {
  const form = eventInput(app.clock);
  const base = { ...form, invitee_ids: baseIds };
  const input = { ...form, invitee_ids: ids, base, keep_answers: true };
  return (ctx: Context) => updateEvent(ctx, viewerOf(coHost), eventId, input, { countAs });
};

test('HOST-02 EVF-16 ids that a co-host makes up take no lock', async () => {
  expect(await locksOf(invite(madeUp(PAGE_MAX)))).toEqual([EVENT_TEXTS.onlyFriends, 0]);
  expect(await locksOf(edit(madeUp(3)))).toEqual([EVENT_TEXTS.onlyFriends, 0]);
  expect(await locksOf(edit(madeUp(EVENT_INVITES_MAX)))).toEqual([EVENT_TEXTS.tooManyInvites, 0]);
  const asBefore = [friend.id, ...madeUp(3)];
  expect(await locksOf(edit(asBefore, asBefore))).toEqual(['done', 0]);
});

test('HOST-02 SAFE-01 pairs of a co-host and a friend are locked, but not those of guests already', async () => {
  expect(await locksOf(invite([friend.id, ...madeUp(3)]))).toEqual([EVENT_TEXTS.onlyFriends, 1]);
  expect(await locksOf(invite([friend.id]))).toEqual(['done', 1]);
  expect(await locksOf(invite([friend.id]))).toEqual(['done', 0]);
  const other = await app.signUp();
  await befriend(other, coHost);
  expect(await locksOf(edit([friend.id, other.id]))).toEqual(['done', 1]);
});

test('HOST-02 an edit by a co-host that adds friends is charged before it takes a lock', async () => {
  const refuse = () => {
    throw new Error('refused');
  };
  expect(await locksOf(edit([friend.id], [], refuse))).toEqual(['refused', 0]);
});

test('HOST-02 SAFE-01 who becomes a friend once the pairs are held is not invited, as no lock keeps blocks out', async () => {
  const stranger = await app.signUp();
  const now = new Date(app.clock.now()).toISOString();
  const befriendNow = (tx: Queryable) =>
    tx.query(
      `insert into friendships (id, requester_id, addressee_id, status, created_at, accepted_at)
      values (gen_random_uuid(), $1, $2, 'accepted', $3, $3)`,
      [stranger.id, coHost.id, now],
    );
  for (const work of [invite([stranger.id]), edit([stranger.id])])
    expect(await locksOf(work, befriendNow)).toEqual([EVENT_TEXTS.onlyFriends, 0]);
});
