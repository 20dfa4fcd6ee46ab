import { DAY_MS } from '@hereabouts/contract/durations';
import { signUpByWire } from '@hereabouts/testing/auth-people';
import { startAuthServer, type AuthServer } from '@hereabouts/testing/auth-server';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { hashToken } from '#server/auth/tokens/opaque-tokens.ts';
import { deleteRefreshTokensRotatedBefore } from './refresh-token-repo.ts';
import { deleteSessionsEndedBefore } from './session-repo.ts';

let server: AuthServer;
beforeEach(async () => {
  server = await startAuthServer();
});
afterEach(() => server.stop());

test('sessions that ended and tokens that were replaced long ago are deleted in batches, and no others', async () => {
  const { db } = server;
  const user = await signUpByWire(server);
  const columns = (
    await db.query<{ name: string }>(
      `select column_name as name from information_schema.columns
     where table_schema = 'auth' and table_name = 'sessions' and column_name not in ('id', 'ended_at', 'end_reason')`,
    )
  ).map(({ name }) => name);
  await db.query(
    `insert into auth.sessions (id, ended_at, end_reason, ${columns.join(', ')})
     select gen_random_uuid(), '2020-01-01', 'ended', ${columns.join(', ')}
     from auth.sessions, generate_series(1, 2500) where user_id = $1`,
    [user.id],
  );
  await db.query(
    `insert into auth.refresh_tokens (hash, session_id, counter, created_at, rotated_at)
     select 'old ' || n, session_id, counter + n, created_at, '2020-01-01'
     from auth.refresh_tokens, generate_series(1, 2501) n`,
  );
  // The last of them is the parent of the active token, which stays.
  await db.query('update auth.sessions set refresh_counter = 2502 where user_id = $1', [user.id]);
  const left = async (table: string) =>
    (await db.query<{ left: number }>(`select count(*)::int as left from auth.${table}`))[0]?.left;
  for (const [table, deleteBefore, kept] of [
    ['refresh_tokens', deleteRefreshTokensRotatedBefore, 2],
    ['sessions', deleteSessionsEndedBefore, 1],
  ] as const) {
    expect(await left(table)).toBe(2_500 + kept);
    const deleteSome = () => deleteBefore(db, '2020-01-02T00:00:00.000Z', 1_000);
    expect([await deleteSome(), await deleteSome(), await deleteSome()]).toEqual([1_000, 1_000, 500]);
    expect(await left(table)).toBe(kept);
  }
  expect(await db.query('select hash from auth.refresh_tokens where rotated_at is not null')).toEqual([
    { hash: 'old 2501' },
  ]);
});

test('AUTH-07 the parent of the active token gets the active one again days later: the sweep deletes older ones', async () => {
  const { refreshToken: first } = await signUpByWire(server);
  const refresh = async (token: string) =>
    (await server.call('/token?grant_type=refresh_token', { body: { refresh_token: token } })).body;
  const { refresh_token: second } = await refresh(first);
  const { refresh_token: third } = await refresh(second);
  server.clock.advance(2 * DAY_MS);
  const findFirst = () =>
    server.db.query('select from auth.refresh_tokens where hash = $1', [hashToken(first)]);
  await expect.poll(findFirst).toEqual([]);
  expect((await refresh(second)).refresh_token).toBe(third);
  expect((await refresh(first)).code).toBe('refresh_token_not_found');
});
