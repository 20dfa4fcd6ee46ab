import { SECOND_MS } from '@hereabouts/contract/durations';
import { bearer, NEW_PASSWORD, PASSWORD, signUpByWire } from '@hereabouts/testing/auth-people';
import { startAuthServer, type AuthServer } from '@hereabouts/testing/auth-server';
import { untilLockWait } from '@hereabouts/testing/lock-waits';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { hashToken } from '#server/auth/tokens/opaque-tokens.ts';

/** What another session is about to store when its owner, or the operator, signs the person out. */

let server: AuthServer;
beforeAll(async () => {
  server = await startAuthServer();
});
afterAll(() => server.stop());

type Owner = { id: string; headers: Record<string, string> };
async function signedUp(): Promise<Owner> {
  const { id, token } = await signUpByWire(server);
  return { id, headers: bearer(token) };
}

const SIGN_OUTS: Readonly<Record<string, (owner: Owner) => Promise<unknown>>> = {
  everywhere: ({ headers }) => server.call('/logout?scope=global', { method: 'POST', headers }),
  'all others': ({ headers }) => server.call('/logout?scope=others', { method: 'POST', headers }),
  'by the operator': ({ id }) => server.auth.endUser(id),
};

/** What else takes something back, and is answered like a sign-out. */
const NOT_REFUSED: typeof SIGN_OUTS = {
  ...SIGN_OUTS,
  'a new password': ({ headers }) =>
    server.call('/user', {
      method: 'PUT',
      headers,
      body: { password: NEW_PASSWORD, current_password: PASSWORD },
    }),
};

/** PGlite has one connection, on which nothing is under way beside a transaction. */
describe.runIf(inject('testDatabase').engine === 'postgres')('signing out', () => {
  test.each(Object.keys(SIGN_OUTS))('signing out %s ends what is under way', async (name) => {
    const { db } = server;
    const owner = await signedUp();
    const { signedOut } = await db.transaction(async (tx) => {
      // As a change of a number and a sign-in do.
      await tx.query('select from auth.users where id = $1 for update', [owner.id]);
      await tx.query("update auth.users set new_phone = '+447797700199' where id = $1", [owner.id]);
      await tx.query(
        `insert into auth.sessions (id, user_id, refresh_salt, amr, created_at, refreshed_at)
         values (gen_random_uuid(), $1, 'salt', '[]', now(), now())`,
        [owner.id],
      );
      const answer = SIGN_OUTS[name]!(owner);
      await untilLockWait(db, answer);
      return { signedOut: answer };
    });
    await signedOut;
    const left = await db.query(
      `select u.new_phone, s.refresh_salt from auth.users u
       left join auth.sessions s on s.user_id = u.id and s.ended_at is null and s.refresh_salt = 'salt' where u.id = $1`,
      [owner.id],
    );
    expect(left).toEqual([{ new_phone: null, refresh_salt: null }]);
  });

  test('LIVE-10 sign-outs of others that wait are done as one, whatever token or header they come with', async () => {
    const { db } = server;
    const { id, email, token } = await signUpByWire(server);
    const { body: first } = await server.call('/token?grant_type=password', {
      body: { email, password: PASSWORD },
    });
    server.clock.set(server.clock.now() + SECOND_MS);
    const { body: renewed } = await server.call('/token?grant_type=refresh_token', {
      body: { refresh_token: first.refresh_token },
    });
    expect(renewed.access_token).not.toBe(first.access_token);
    await db.query('create sequence endings');
    await db.query(
      `create function count_ending() returns trigger language plpgsql as 'begin perform nextval(''endings''); return null; end'`,
    );
    await db.query(
      'create trigger ending after update on auth.sessions for each statement execute function count_ending()',
    );
    const others = (authorization: string) =>
      server.call('/logout?scope=others', { method: 'POST', headers: { authorization } });
    const { answers } = await db.transaction(async (tx) => {
      await tx.query('select from auth.users where id = $1 for update', [id]);
      const begun = others(`Bearer ${first.access_token}`);
      await untilLockWait(db, begun);
      const waiting = Array.from({ length: 12 }, (_, nth) =>
        others(`bearer${' '.repeat(nth + 1)}${(nth % 2 ? first : renewed).access_token}`),
      );
      // Answered behind them.
      await server.call('/settings');
      return { answers: [begun, ...waiting] };
    });
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(Array(13).fill(204));
    const [{ endings }] = (await db.query('select last_value::int as endings from endings')) as [
      { endings: number },
    ];
    await db.query('drop trigger ending on auth.sessions');
    expect(endings).toBeLessThan(5);
    expect((await server.call('/user', { headers: bearer(token) })).status).toBe(403);
  });

  test.each(['others', 'global'])(
    'SESS-01 a session that ends while it waits to end others (%s) ends none',
    async (scope) => {
      const { db } = server;
      const { id, email, token } = await signUpByWire(server);
      const credentials = { email, password: PASSWORD };
      const { body: stolen } = await server.call('/token?grant_type=password', { body: credentials });
      const { answer } = await db.transaction(async (tx) => {
        await tx.query('select from auth.users where id = $1 for update', [id]);
        const headers = bearer(stolen.access_token);
        const asked = server.call(`/logout?scope=${scope}`, { method: 'POST', headers });
        await untilLockWait(db, asked);
        await tx.query(
          `update auth.sessions set ended_at = now(), end_reason = 'signed_out'
           where id = (select session_id from auth.refresh_tokens where hash = $1)`,
          [hashToken(stolen.refresh_token)],
        );
        return { answer: asked };
      });
      expect(await answer).toMatchObject({ status: 403, body: { code: 'session_not_found' } });
      expect(await server.auth.authenticate(token)).not.toBeNull();
    },
  );

  test.each([
    ['signing out everywhere', 'everywhere', 204, 0],
    ['signing out all others', 'all others', 204, 1],
    ['signing out by the operator', 'by the operator', undefined, 0],
    ['a new password', 'a new password', 200, 1],
  ] as const)('%s is not refused while a code is entered', async (_title, name, status, left) => {
    const { db } = server;
    const owner = await signedUp();
    await db.query(
      `insert into auth.one_time_tokens (id, user_id, kind, sent_to, token_hash, created_at, expires_at)
       values (gen_random_uuid(), $1, 'phone_change', '+447797700198', $2, now(), now())`,
      [owner.id, owner.id],
    );
    const { answer } = await db.transaction(async (tx) => {
      // As where a code is entered.
      await tx.query('select from auth.users where id = $1 for update', [owner.id]);
      const asked = NOT_REFUSED[name]!(owner);
      await untilLockWait(db, asked);
      await tx.query('select from auth.one_time_tokens where user_id = $1 for update', [owner.id]);
      return { answer: asked };
    });
    expect(((await answer) as { status: number } | undefined)?.status).toBe(status);
    const alive = await db.query('select from auth.sessions where user_id = $1 and ended_at is null', [
      owner.id,
    ]);
    expect(alive).toHaveLength(left);
  });
});
