import { accountDataRoutes } from '@hereabouts/contract/account-data';
import { startTestApp, TEST_PASSWORD, type TestApp, type TestPerson } from '@hereabouts/testing/app';
import { createTestDatabase } from '@hereabouts/testing/database';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';

let app: TestApp;
let ann: TestPerson;
/** What the parts of a deletion wait for. */
let gate = Promise.withResolvers<void>();
beforeAll(async () => {
  const db = await createTestDatabase();
  const query: typeof db.query = async (text, params) => {
    const sql = typeof text === 'string' ? text : text.sql;
    if (sql.includes('set user_id = null, author_key')) await gate.promise;
    return await db.query(text, params);
  };
  app = await startTestApp({}, undefined, { ...db, query });
});
beforeEach(async () => {
  gate = Promise.withResolvers<void>();
  ann = await app.signUp();
});
afterEach(() => gate.resolve());
afterAll(() => app.stop());

const remove = (person: TestPerson) =>
  person.call(accountDataRoutes.deleteAccount, { body: { password: TEST_PASSWORD } });

test('SAFE-03 SESS-01 another device hears nothing more while the parts of a deletion take long', async () => {
  const device = await app.listen({ id: ann.id, token: (await ann.signInElsewhere()).token });
  const removed = remove(ann);
  await device.seen('phoenix', 'session_ended');
  await device.closed();
  gate.resolve();
  expect((await removed).status).toBe(204);
});
