import { DAY_MS, HOUR_MS } from '@hereabouts/contract/durations';
import { startAuthServer, type AuthServer } from '@hereabouts/testing/auth-server';
import { afterEach, beforeEach, expect, test } from 'vitest';

let server: AuthServer;
beforeEach(async () => {
  server = await startAuthServer();
});
afterEach(() => server.stop());

const ago = (ms: number) => new Date(server.clock.now() - ms).toISOString();

/** So many further sessions, unused for sixty days. */
async function addIdle(count: number): Promise<void> {
  const body = { email: 'anna@example.org', password: 'gorse-and-granite-49' };
  await server.call('/signup', { body });
  await server.db.query(
    `insert into auth.sessions (id, user_id, refresh_salt, amr, aal, created_at, refreshed_at)
     select gen_random_uuid(), user_id, 'salt', amr, aal, $1, $1 from auth.sessions, generate_series(1, ${count})`,
    [ago(60 * DAY_MS)],
  );
}

test('SESS-03 sessions that lapse in one hour end in batches, each once all that went with the last is gone', async () => {
  await addIdle(120);
  const gates: PromiseWithResolvers<void>[] = [];
  server.auth.onSessionEnded(() => {
    const gate = Promise.withResolvers<void>();
    gates.push(gate);
    return gate.promise;
  });
  server.clock.advance(HOUR_MS);
  const ended = async () =>
    (await server.db.query(`select from auth.sessions where end_reason = 'idle'`)).length;
  for (const expected of [50, 100, 120]) {
    await expect.poll(() => gates.length).toBe(expected);
    await new Promise(setImmediate);
    expect([await ended(), gates.length]).toEqual([expected, expected]);
    for (const gate of gates) gate.resolve();
  }
});

test('accounts that nobody has confirmed, nor signed up with for a day, are deleted in batches, and no others', async () => {
  const { db } = server;
  await db.query('create table batches (n int)');
  await db.query(
    `create function note_batch() returns trigger language plpgsql as
     'begin insert into batches select count(*) from gone; return null; end'`,
  );
  await db.query(
    `create trigger note_batch after delete on auth.users referencing old table as gone
     for each statement execute function note_batch()`,
  );
  const add = (name: string, createdAt: string, confirmedAt: string | null, count: number) =>
    db.query(
      `insert into auth.users (id, email, email_confirmed_at, user_metadata, created_at, updated_at)
       select gen_random_uuid(), $1::text || n || '@example.org', $3::timestamptz, '{}', $2, $2
       from generate_series(1, ${count}) n`,
      [name, createdAt, confirmedAt],
    );
  await add('unconfirmed', ago(7 * DAY_MS), null, 1_100);
  await add('confirmed', ago(7 * DAY_MS), ago(0), 1);
  await add('recent', ago(6 * DAY_MS), null, 1);
  await add('link', ago(7 * DAY_MS), null, 2);
  await db.query(
    `insert into auth.one_time_tokens (id, user_id, kind, sent_to, token_hash, created_at, expires_at)
     select gen_random_uuid(), id, 'signup', email, email,
       case email when 'link1@example.org' then $1::timestamptz else $2::timestamptz end, $1::timestamptz
     from auth.users where email like 'link%'`,
    [ago(0), ago(DAY_MS)],
  );
  server.clock.advance(HOUR_MS);
  const left = async () => (await db.query('select email from auth.users order by email')).length;
  await expect.poll(left, { timeout: 20_000 }).toBeLessThanOrEqual(3);
  const emails = await db.query<{ email: string }>('select email from auth.users order by email');
  expect(emails.map(({ email }) => email)).toEqual([
    'confirmed1@example.org',
    'link1@example.org',
    'recent1@example.org',
  ]);
  const sizes = await db.query<{ n: number }>('select n from batches where n > 0');
  expect(sizes.map(({ n }) => n)).toEqual([500, 500, 101]);
});

test('the asker of a code is forgotten once it works no more', async () => {
  for (const [path, body] of [
    ['/otp', { phone: '+447797700091', create_user: false }],
    ['/recover', { email: 'nobody@example.org' }],
  ] as const)
    expect((await server.call(path, { body })).status).toBe(200);
  const count = async () => (await server.db.query('select from auth.code_askers')).length;
  expect(await count()).toBe(2);
  server.clock.advance(HOUR_MS - 1);
  await server.call('/recover', { body: { email: 'somebody@example.org' } });
  expect(await count()).toBe(3);
  server.clock.advance(1);
  await expect.poll(count).toBe(1);
});
