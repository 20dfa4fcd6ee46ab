import { accountDataRoutes } from '@hereabouts/contract/account-data';
import { MINUTE_MS, SECOND_MS } from '@hereabouts/contract/durations';
import type { Database } from '@hereabouts/server/db/database';
import { startTestApp, TEST_PASSWORD, type TestApp, type TestPerson } from '@hereabouts/testing/app';
import { befriend, block, createEvent, makeOlder, say } from '@hereabouts/testing/builders';
import { createTestDatabase } from '@hereabouts/testing/database';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { deleteAccountByOperator } from './deletion-service.ts';

let app: TestApp;
let ann: TestPerson;
/** What the batches of a deletion wait for, and how many do. */
let gate = Promise.withResolvers<void>();
let held = 0;
beforeAll(async () => {
  const db = await createTestDatabase();
  const query: typeof db.query = async (text, params) => {
    const sql = typeof text === 'string' ? text : text.sql;
    if (sql.includes('set user_id = null, author_key')) {
      held += 1;
      await gate.promise;
    }
    return await db.query(text, params);
  };
  app = await startTestApp({}, { db: { ...db, query } });
});
beforeEach(async () => {
  gate = Promise.withResolvers<void>();
  held = 0;
  ann = await signUp();
});
afterEach(async () => {
  gate.resolve();
  await app.context.jobs.idle();
});
afterAll(() => app.stop());

/** Has written something, which a deletion begins with. */
async function signUp(): Promise<TestPerson> {
  const person = await app.signUp();
  await say(person, await createEvent(app, person));
  return person;
}

const remove = (person: TestPerson) =>
  person.call(accountDataRoutes.deleteAccount, { body: { password: TEST_PASSWORD } });
const isThere = async ({ id }: TestPerson) =>
  (await app.context.db.query('select from auth.users where id = $1', [id])).length > 0;
const hasBegun = async ({ id }: TestPerson) =>
  (await app.context.db.query('select from account_deletions where user_id = $1', [id])).length > 0;

test('SAFE-03 SESS-01 another device hears nothing more while the batches of a deletion take long', async () => {
  const device = await app.listen({ id: ann.id, token: (await ann.signInElsewhere()).token });
  const removed = remove(ann);
  await device.seen('phoenix', 'session_ended');
  await device.closed();
  gate.resolve();
  expect((await removed).status).toBe(204);
  expect(await isThere(ann)).toBe(false);
});

test('SAFE-03 LIVE-10 a block waits for none of ten deletions whose batches take long', async () => {
  const leaving = [ann, ...(await Promise.all(Array.from({ length: 9 }, signUp)))];
  const [carl, dora] = [await app.signUp(), await app.signUp()];
  const removed = leaving.map(remove);
  for (const person of leaving) await expect.poll(() => hasBegun(person)).toBe(true);
  await block(carl, dora);
  expect(await isThere(ann)).toBe(true);
  gate.resolve();
  for (const answer of removed) expect((await answer).status).toBe(204);
  for (const person of leaving) expect(await isThere(person)).toBe(false);
});

test('SAFE-01 SAFE-03 what is anonymised after a block is hidden from the person who blocked', async () => {
  const ben = await app.signUp();
  await befriend(ann, ben);
  await say(ann, await createEvent(app, ben, { invitee_ids: [ann.id] }), 'Hello');
  const removed = remove(ann);
  await expect.poll(() => held).toBe(1);
  await block(ben, ann);
  gate.resolve();
  expect((await removed).status).toBe(204);
  const hidden = await app.context.db.query(
    `select from chat_message m join chat_hidden_authors h on h.author_key = m.author_key
     where h.user_id = $1 and m.message = 'Hello'`,
    [ben.id],
  );
  expect(hidden).toHaveLength(1);
});

test('SAFE-03 a deletion that takes long is answered after some seconds, and goes on when others had their turn', async () => {
  await app.context.db.query(
    `insert into chat_message (id, chat_room_id, seq, user_id, message, created_at)
     select gen_random_uuid(), m.chat_room_id, 1 + n, m.user_id, 'Hello', now()
     from chat_message m, generate_series(1, 1500) n where m.user_id = $1`,
    [ann.id],
  );
  const ben = await signUp();
  const finished = vi.spyOn(app.context.auth, 'finishDeletion');
  const removed: Promise<{ status: number }>[] = [];
  for (const person of [ann, ben]) {
    removed.push(remove(person));
    await expect.poll(() => hasBegun(person)).toBe(true);
  }
  await expect.poll(() => held).toBe(1);
  let statuses: number[] | null = null;
  void Promise.all(removed).then((answers) => (statuses = answers.map(({ status }) => status)));
  await vi.waitFor(
    () => {
      app.clock.advance(SECOND_MS / 2);
      expect(statuses).toEqual([204, 204]);
    },
    { timeout: 10_000, interval: 50 },
  );
  expect(await isThere(ann)).toBe(true);
  gate.resolve();
  await vi.waitFor(
    async () => {
      app.clock.advance(SECOND_MS / 2);
      expect(await isThere(ann)).toBe(false);
    },
    { timeout: 10_000, interval: 50 },
  );
  expect(finished.mock.calls.map(([{ userId }]) => userId)).toEqual([ben.id, ann.id]);
  finished.mockRestore();
});

test('SAFE-03 nobody signs in to an account that is being deleted, nor can the operator let them', async () => {
  const removed = remove(ann);
  await expect.poll(() => hasBegun(ann)).toBe(true);
  expect((await app.context.auth.listSessions(ann.id)).length).toBe(0);
  await expect(ann.signInElsewhere()).rejects.toThrow('invalid_credentials');
  expect(await app.context.auth.reinstate(ann.id, async () => {})).toBe(false);
  await expect(ann.signInElsewhere()).rejects.toThrow('invalid_credentials');
  gate.resolve();
  await removed;
});

test('OPS-04 the operator’s deletion is recorded before its batches, and waits for all of them', async () => {
  const recorded = Promise.withResolvers<void>();
  const deleted = deleteAccountByOperator(app.context, ann.id, async () => recorded.resolve());
  await recorded.promise;
  expect(await isThere(ann)).toBe(true);
  gate.resolve();
  await deleted;
  expect(await isThere(ann)).toBe(false);
});

test('OPS-11 a restore deletes an account again whose deletion had only begun', async () => {
  const removed = remove(ann);
  await expect
    .poll(() => app.context.storage.notes.list(''))
    .toContainEqual(expect.stringContaining(`.user.${ann.id}`));
  expect(await isThere(ann)).toBe(true);
  gate.resolve();
  await removed;
});

const COPIES = 40;
const GUESTS = 60;

/** So many guests and events like this one that they are deleted one by one. */
async function addMany(db: Database, eventId: number): Promise<void> {
  await db.query(
    `with people as (
       insert into users (id, name, created_at, updated_at)
       select gen_random_uuid(), 'Guest', now(), now() from generate_series(1, ${GUESTS}) returning id),
     copies as (
       insert into events overriding system value
       select (jsonb_populate_record(e, jsonb_build_object('id', 2000000 + n, 'creation_key', null))).*
       from events e, generate_series(1, ${COPIES}) n where e.id = $1 returning id)
     insert into event_invites (event_id, user_id, status, created_at, updated_at)
     select e.id, people.id, 'accepted', now(), now() from people, (select id from copies union all select $1) e`,
    [eventId],
  );
}

test('SAFE-03 a deletion that is cut off goes on in the next process, and tells each guest once', async () => {
  const db = await createTestDatabase();
  const left = async () =>
    (await db.query<{ count: number }>('select count(*)::int as count from events'))[0]!.count;
  let isCut = false;
  const dying: Database = {
    ...db,
    close: async () => {},
    async transaction(work, options) {
      isCut ||= (await left()) === 30;
      if (isCut) throw new Error('The connection was lost');
      return await db.transaction(work, options);
    },
  };
  const first = await startTestApp({}, { db: dying });
  const host = await first.signUp();
  await makeOlder(first, host);
  await addMany(db, await createEvent(first, host));
  const answer = await host.call(accountDataRoutes.deleteAccount, { body: { password: TEST_PASSWORD } });
  expect(answer.status).toBe(204);
  expect(await left()).toBe(30);
  await first.stop();

  const next = await startTestApp({}, { db });
  next.clock.set(first.clock.now());
  next.clock.advance(2 * MINUTE_MS);
  await vi.waitFor(async () => expect(await left()).toBe(0), { timeout: 20_000, interval: 100 });
  await next.context.jobs.idle();
  expect(await db.query('select from auth.users where id = $1', [host.id])).toEqual([]);
  const told = await db.query<{ user_id: string; events: number }>(
    `select user_id, jsonb_array_length(deleted_events -> 'events') + (deleted_events ->> 'more')::int as events
     from notifications where kind = 'event_deleted'`,
  );
  expect(new Set(told.map(({ user_id }) => user_id)).size).toBe(GUESTS);
  expect(told.map(({ events }) => events)).toEqual(Array.from({ length: GUESTS }, () => COPIES + 1));
  await next.stop();
});
