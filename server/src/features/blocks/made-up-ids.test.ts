import { randomUUID } from 'node:crypto';
import { accountDataRoutes } from '@hereabouts/contract/account-data';
import { blockRoutes } from '@hereabouts/contract/blocks';
import { userRoutes } from '@hereabouts/contract/users';
import { startTestApp, type TestApp, type TestPerson } from '@hereabouts/testing/app';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BLOCKS_OF_NOBODY_MAX } from './policy.ts';

const MISSING = '00000000-0000-4000-8000-000000000000';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const of = (person: { id: string }) => ({ params: { userId: person.id } });
const block = (who: TestPerson, whom: { id: string }) => who.call(blockRoutes.blockUser, of(whom));
const unblock = (who: TestPerson, whom: { id: string }) => who.call(blockRoutes.unblockUser, of(whom));
const look = (who: TestPerson, whom: { id: string }) => who.call(userRoutes.getUser, of(whom));
const rows = (sql: string, params: unknown[]) => app.context.db.query(sql, params);

const MADE_UP_SQL = `
  insert into blocks_of_nobody (user_id, other_id, created_at)
  select $1, gen_random_uuid(), $2::timestamptz - interval '1 second' * n from generate_series(1, $3::int) n`;

test('SAFE-01 LIVE-10 blocks of made-up ids are never refused and never more than a bound, and real ones hold', async () => {
  const [anna, ben] = [await app.signUp(), await app.signUp()];
  await block(ben, anna);
  const first = [await block(anna, ben), await block(anna, { id: MISSING })];
  const now = new Date(app.clock.now()).toISOString();
  await rows(MADE_UP_SQL, [anna.id, now, BLOCKS_OF_NOBODY_MAX - 2]);
  app.clock.advance(1_000);
  const madeUp = Array.from({ length: BLOCKS_OF_NOBODY_MAX }, () => randomUUID());
  const answers = [];
  for (const id of madeUp) {
    answers.push(await block(anna, { id }));
    app.clock.advance(1);
  }
  for (const { status, body } of [...first, ...answers]) expect([status, body]).toEqual([204, null]);
  const kept = () => rows('select other_id from blocks_of_nobody where user_id = $1', [anna.id]);
  const listedIds = async () => {
    const ids = [];
    let cursor: string | null | undefined;
    do {
      const query = cursor ? { cursor } : {};
      const page = await anna.ok(blockRoutes.listBlocks, { query });
      ids.push(...page.people.map(({ user }) => user.id));
      cursor = page.next_cursor;
    } while (cursor);
    return new Set(ids);
  };
  // Beside the bound, the one block that is of an account.
  expect((await kept()).length).toBe(BLOCKS_OF_NOBODY_MAX + 1);
  expect(await listedIds()).toEqual(new Set(madeUp));
  const { blocked_nobody: downloaded } = (await anna.ok(accountDataRoutes.downloadData)) as {
    blocked_nobody: { id: string }[];
  };
  expect(new Set(downloaded.map(({ id }) => id))).toEqual(new Set(madeUp));
  // It is not listed, and holds.
  await unblock(ben, anna);
  expect((await look(ben, anna)).status).toBe(404);
  const somebody = await app.signUp();
  expect((await block(anna, somebody)).status).toBe(204);
  expect((await look(somebody, anna)).status).toBe(404);
  // Blocked once more, both are listed again, with the oldest two making way.
  for (const id of [ben.id, MISSING]) expect((await block(anna, { id })).status).toBe(204);
  expect(await listedIds()).toEqual(new Set([somebody.id, ben.id, MISSING, ...madeUp.slice(2)]));
  await unblock(anna, ben);
  expect((await look(ben, anna)).status).toBe(200);
  await ben.ok(accountDataRoutes.deleteAccount, { body: { password: ben.password } });
  await block(anna, { id: randomUUID() });
  expect((await kept()).length).toBe(BLOCKS_OF_NOBODY_MAX);
});
