import {
  lastCodeTo,
  lastLinkTo,
  lastVerifyPathTo,
  PKCE_CHALLENGE,
  PKCE_VERIFIER,
  signUp,
} from '@hereabouts/testing/auth-people';
import { startAuthServer, type AuthServer } from '@hereabouts/testing/auth-server';
import { countLockWaits, untilLockWait } from '@hereabouts/testing/lock-waits';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';

let server: AuthServer;
beforeAll(async () => {
  server = await startAuthServer();
});
afterAll(() => server.stop());

type Answer = { status: number };
const proofs: Readonly<Record<string, (email: string) => Promise<() => Promise<Answer>>>> = {
  'a code': async (email) => {
    await server.call('/otp', { body: { email, create_user: false } });
    const token = await lastCodeTo(server, email);
    return () => server.call('/verify', { body: { type: 'email', email, token } });
  },
  'a link': async (email) => {
    await server.call('/recover', { body: { email } });
    const token_hash = (await lastLinkTo(server, email)).searchParams.get('token_hash');
    return () => server.call('/verify', { body: { type: 'recovery', token_hash } });
  },
  'the code of a flow': async (email) => {
    await server.call('/otp', { body: { email, create_user: false, ...PKCE_CHALLENGE } });
    const { headers } = await server.call(await lastVerifyPathTo(server, email));
    const auth_code = new URL(headers.get('location') ?? '', server.url).searchParams.get('code');
    const body = { auth_code, code_verifier: PKCE_VERIFIER };
    return () => server.call('/token?grant_type=pkce', { body });
  },
};

/** PGlite has one connection, on which nothing waits for a transaction. */
describe.runIf(inject('testDatabase').engine === 'postgres')('what ends the codes of an account', () => {
  test.each(Object.keys(proofs))('AUTH-09 LIVE-10 waits for no lock of %s being entered', async (name) => {
    const { db } = server;
    const { email, session } = await signUp(server);
    const enter = await proofs[name]!(email);
    const { entered } = await db.transaction(async (tx) => {
      // As a sign-out everywhere does.
      await tx.query('select from auth.users where id = $1 for update', [session.user.id]);
      const answer = enter();
      await untilLockWait(db, answer);
      expect(await countLockWaits(db)).toBe(1);
      await tx.query('set local lock_timeout = 100');
      await tx.query('delete from auth.one_time_tokens where user_id = $1', [session.user.id]);
      return { entered: answer };
    });
    expect((await entered).status).toBeGreaterThanOrEqual(400);
  });
});
