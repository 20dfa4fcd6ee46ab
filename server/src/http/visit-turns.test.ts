import { startTestApp, type TestApp } from '@hereabouts/testing/app';
import { createTestDatabase } from '@hereabouts/testing/database';
import type { KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '#server/db/database.ts';

let app: TestApp;
let running = 0;
let most = 0;
const start = () => {
  running += 1;
  most = Math.max(most, running);
};
const counted = async <T>(work: Promise<T>): Promise<T> => {
  start();
  return await work.finally(() => (running -= 1));
};
const counting: KyselyPlugin = {
  transformQuery({ node }) {
    start();
    return node;
  },
  async transformResult({ result }) {
    running -= 1;
    return result;
  },
};

beforeAll(async () => {
  const db = await createTestDatabase();
  const seen: Database = {
    ...db,
    kysely: db.kysely.withPlugin(counting),
    query: (...asked) => counted(db.query(...asked)),
    transaction: (...asked) => counted(db.transaction(...asked)),
  };
  app = await startTestApp({}, undefined, seen);
});
beforeEach(() => void (most = 0));
afterAll(() => app.stop());

const visit = (path: string, body?: object) =>
  fetch(`${app.url}${path}`, {
    ...(body && {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    }),
  });

test.each([
  ['an invitation link', '/api/event-links/AAAAAAAAAAAAAAAAAAAAAA', undefined, 404],
  ['a link of a mail', '/auth/v1/verify', { type: 'recovery', token_hash: 'a'.repeat(43) }, 403],
  ['what the page of sign-in asks', '/auth/v1/settings', undefined, 200],
] as const)(
  'LIVE-10 a flood of %s from one address leaves the database to everybody else',
  async (_, path, body, status) => {
    const answers = await Promise.all(Array.from({ length: 60 }, () => visit(path, body)));
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([status]));
    expect(most).toBeGreaterThan(1);
    expect(most).toBeLessThanOrEqual(8);
  },
);

test('LIVE-10 a flood of sign-ins from one address leaves the database to everybody else', async () => {
  const signIn = (_: unknown, nth: number) =>
    visit('/auth/v1/token?grant_type=password', { email: `${nth}@example.org`, password: 'not this one' });
  await Promise.all(Array.from({ length: 60 }, signIn));
  expect(most).toBeGreaterThan(1);
  expect(most).toBeLessThanOrEqual(16);
});
