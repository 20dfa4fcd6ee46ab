import { userRoutes } from '@hereabouts/contract/users';
import { startTestApp, type TestApp } from '@hereabouts/testing/app';
import { createTestDatabase } from '@hereabouts/testing/database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { currentRequester } from '#server/async/requester.ts';
import type { Database } from '#server/db/database.ts';

let app: TestApp;
const keys: (string | undefined)[] = [];
beforeAll(async () => {
  const db = await createTestDatabase();
  const note = () => void keys.push(currentRequester()?.key);
  const query: Database['query'] = async (...args) => {
    note();
    return await db.query(...args);
  };
  const transaction: Database['transaction'] = async (work, options) => {
    note();
    return await db.transaction(work, options);
  };
  app = await startTestApp({}, { db: { ...db, query, transaction } });
});
afterAll(() => app.stop());

test('LIVE-10 a request uses the database in the name of its person, and of the address until that is known', async () => {
  const person = await app.signUp();
  const other = await app.signUp();
  keys.length = 0;
  // With a body, which comes later than the headers.
  await person.ok(userRoutes.updateMe, { body: { name: 'Other' } });
  expect(keys.at(-1)).toBe(person.id);
  keys.length = 0;
  await Promise.all([person.ok(userRoutes.getMe), other.ok(userRoutes.getMe)]);
  expect(keys).toEqual(expect.arrayContaining([person.id, other.id]));
  keys.length = 0;
  await app.signUp();
  expect(new Set(keys)).toEqual(new Set(['127.0.0.1']));
  keys.length = 0;
  await app.context.db.query('select 1');
  expect(keys).toEqual([undefined]);
});

test('LIVE-10 a session is looked up in the name of its person; an ended one asks in that of the address', async () => {
  const person = await app.signUp();
  const askedBy = async (path: string, method = 'GET') => {
    keys.length = 0;
    const { status } = await fetch(app.url + path, {
      method,
      headers: { authorization: `Bearer ${person.token}` },
    });
    return [status, ...new Set(keys.filter((key) => key !== undefined))];
  };
  // A session that was looked at is known for 2 s.
  app.clock.advance(3_000);
  expect(await askedBy('/api/me')).toEqual([200, person.id]);
  expect(await askedBy('/auth/v1/logout', 'POST')).toEqual([204, person.id]);
  expect(await askedBy('/api/friend-links/secret-token-1234')).toEqual([404, '127.0.0.1']);
});
