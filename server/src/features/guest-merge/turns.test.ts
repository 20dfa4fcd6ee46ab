import { guestMergeRoutes } from '@hereabouts/contract/guest-merge';
import { userRoutes } from '@hereabouts/contract/users';
import { startTestApp, type TestApp } from '@hereabouts/testing/app';
import { createTestDatabase } from '@hereabouts/testing/database';
import { afterAll, beforeAll, expect, test } from 'vitest';

let app: TestApp;
/** What a merge waits for when it looks for messages, and how many wait. */
const gate = Promise.withResolvers<void>();
let waiting = 0;
beforeAll(async () => {
  const db = await createTestDatabase();
  const query: typeof db.query = async (text, params) => {
    if (text === 'select id from chat_message where user_id = $1 limit $2') {
      waiting += 1;
      await gate.promise;
    }
    return await db.query(text, params);
  };
  app = await startTestApp({}, { db: { ...db, query } });
});
afterAll(() => app.stop());

test('GUEST-04 people behind one network address wait for none of the many merges that others there began', async () => {
  const [anna, guest] = [await app.signUp(), await app.comeAsGuest()];
  const merging = await Promise.all(Array.from({ length: 5 }, () => app.signUp()));
  const body = { guest_token: guest.token };
  const merges = Array.from({ length: 40 }, (_, nth) =>
    merging[nth % merging.length]!.call(guestMergeRoutes.mergeGuest, { body }),
  );
  const places = app.context.db.engine === 'pglite' ? 1 : 2;
  await expect.poll(() => waiting).toBe(places);
  await anna.ok(userRoutes.getMe);
  expect(waiting).toBe(places);
  gate.resolve();
  const statuses = (await Promise.all(merges)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 204)).toHaveLength(1);
  expect(statuses.filter((status) => status === 400)).toHaveLength(39);
});
