import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { HOUR_MS, DAY_MS } from '@hereabouts/contract/durations';
import { PASSWORD } from '@hereabouts/testing/auth-people';
import { startAuthServer, type AuthServer } from '@hereabouts/testing/auth-server';

let server: AuthServer;
beforeEach(async () => {
  server = await startAuthServer();
});
afterEach(() => server.stop());

async function signUp(email: string) {
  const { body } = await server.call('/signup', { body: { email, password: PASSWORD } });
  return body as { access_token: string; refresh_token: string };
}
const refresh = (token: string) =>
  server.call('/token?grant_type=refresh_token', { body: { refresh_token: token } });

// The clock jumps: the hourly sweep, which would find these sessions first, does not run.

test('SESS-03 a session that was not used for sixty days has expired', async () => {
  const { refresh_token: token } = await signUp('idle@example.org');
  server.clock.set(server.clock.now() + 60 * DAY_MS);
  const { body } = await refresh(token);
  server.clock.set(server.clock.now() + 60 * DAY_MS + 1);
  expect(await refresh(body.refresh_token)).toMatchObject({ status: 400, body: { code: 'session_expired' } });
  expect((await refresh(body.refresh_token)).body.code).toBe('refresh_token_not_found');
  expect(await server.auth.authenticate(body.access_token)).toBeNull();
});

test('SESS-03 a session ends a year after the sign-in, however much it is used', async () => {
  let { refresh_token: token } = await signUp('busy@example.org');
  const startMs = server.clock.now();
  for (const day of [50, 100, 150, 200, 250, 300, 350, 365]) {
    server.clock.set(startMs + day * DAY_MS);
    token = (await refresh(token)).body.refresh_token;
  }
  server.clock.set(startMs + 365 * DAY_MS + 1);
  expect(await refresh(token)).toMatchObject({ status: 400, body: { code: 'session_expired' } });
});

test('SESS-03 the hourly sweep ends sessions that are unused or too old, and no others', async () => {
  const started = { 'unused@example.org': -60, 'old@example.org': -365, 'good@example.org': 0 };
  for (const email of Object.keys(started)) await signUp(email);
  const at = (days: number) => new Date(server.clock.now() + days * DAY_MS).toISOString();
  const change = `where user_id = (select id from auth.users where email = $2)`;
  await server.db.query(`update auth.sessions set refreshed_at = $1 ${change}`, [
    at(-60),
    'unused@example.org',
  ]);
  await server.db.query(`update auth.sessions set created_at = $1 ${change}`, [at(-365), 'old@example.org']);
  server.clock.advance(HOUR_MS);
  await vi.waitFor(async () =>
    expect(
      await server.db.query(
        'select u.email, s.end_reason from auth.sessions s join auth.users u on u.id = s.user_id order by email',
      ),
    ).toEqual([
      { email: 'good@example.org', end_reason: null },
      { email: 'old@example.org', end_reason: 'expired' },
      { email: 'unused@example.org', end_reason: 'idle' },
    ]),
  );
});

test('SESS-01 a person has at most a hundred sessions: the one used longest ago makes way (S46)', async () => {
  const { access_token: first } = await signUp('many@example.org');
  const other = await signUp('one@example.org');
  await server.db
    .query(`insert into auth.sessions (id, user_id, refresh_salt, amr, aal, created_at, refreshed_at)
    select gen_random_uuid(), user_id, 'salt', amr, aal, created_at, refreshed_at + interval '1 second'
    from auth.sessions, generate_series(1, 99)
    where user_id = (select id from auth.users where email = 'many@example.org')`);
  const ended = vi.fn<(session: unknown) => void>();
  server.auth.onSessionEnded(ended);
  server.clock.set(server.clock.now() + HOUR_MS / 10);
  expect(await server.auth.authenticate(first)).not.toBeNull();
  await server.call('/token?grant_type=password', {
    body: { email: 'many@example.org', password: PASSWORD },
  });
  expect(await server.auth.authenticate(first)).toBeNull();
  expect(ended).toHaveBeenCalledTimes(1);
  expect(await server.auth.authenticate(other.access_token)).not.toBeNull();
  const rows = await server.db.query(
    `select 1 from auth.sessions where user_id = (select id from auth.users where email = 'many@example.org')`,
  );
  expect(rows).toHaveLength(100);
});
