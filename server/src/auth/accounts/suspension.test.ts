import { AUTH_TEXTS } from '@hereabouts/contract/auth';
import {
  lastCodeTo,
  lastLinkTo,
  lastVerifyPathTo,
  PASSWORD,
  PKCE_CHALLENGE,
  PKCE_VERIFIER,
  signUpByWire,
} from '@hereabouts/testing/auth-people';
import { startAuthServer, type AuthServer } from '@hereabouts/testing/auth-server';
import { expectWireError } from '@hereabouts/testing/wire-people';
import { afterAll, beforeAll, expect, test } from 'vitest';

let server: AuthServer;
beforeAll(async () => {
  server = await startAuthServer();
});
afterAll(() => server.stop());

/** Somebody who asks for something to sign in with, and is suspended before using it. */
async function suspendedAfter<T>(ask: (email: string) => Promise<T>) {
  const { email, id, refreshToken } = await signUpByWire(server);
  const asked = await ask(email);
  expect(await server.auth.suspend(id, async () => {})).toBe(true);
  return { id, email, asked, refreshToken };
}
const isBanned = (answer: Parameters<typeof expectWireError>[0]) =>
  expectWireError(answer, 403, 'user_banned', AUTH_TEXTS.suspended);
const sessionsOf = async (id: string) =>
  await server.db.query('select from auth.sessions where user_id = $1 and ended_at is null', [id]);

test('OPS-13 a suspended person signs in by no code, which works once they are reinstated', async () => {
  const { id, email, asked } = await suspendedAfter(async (address) => {
    await server.call('/otp', { body: { email: address, create_user: false } });
    return await lastCodeTo(server, address);
  });
  const verify = () => server.call('/verify', { body: { type: 'email', email, token: asked } });
  isBanned(await verify());
  expect(await sessionsOf(id)).toEqual([]);
  expect(await server.auth.reinstate(id, async () => {})).toBe(true);
  expect((await verify()).status).toBe(200);
});

test('OPS-13 a suspended person signs in by no link of a password reset', async () => {
  const { id, asked } = await suspendedAfter(async (address) => {
    await server.call('/recover', { body: { email: address } });
    return (await lastLinkTo(server, address)).searchParams.get('token_hash');
  });
  isBanned(await server.call('/verify', { body: { type: 'recovery', token_hash: asked } }));
  expect(await sessionsOf(id)).toEqual([]);
});

test('OPS-13 a suspended person signs in by no code of a PKCE link', async () => {
  const { id, asked } = await suspendedAfter(async (address) => {
    await server.call('/otp', { body: { email: address, ...PKCE_CHALLENGE } });
    const { headers } = await server.call(await lastVerifyPathTo(server, address));
    return new URL(headers.get('location') ?? '', server.url).searchParams.get('code');
  });
  const body = { auth_code: asked, code_verifier: PKCE_VERIFIER };
  isBanned(await server.call('/token?grant_type=pkce', { body }));
  expect(await sessionsOf(id)).toEqual([]);
});

test('OPS-13 a suspended person refreshes no session from before', async () => {
  const { id, refreshToken } = await suspendedAfter(async () => {});
  const answer = await server.call('/token?grant_type=refresh_token', {
    body: { refresh_token: refreshToken },
  });
  expectWireError(answer, 400, 'refresh_token_not_found');
  expect(await sessionsOf(id)).toEqual([]);
});

test('OPS-13 the sign-in that races with the suspension leaves no session', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { email, id } = await signUpByWire(server);
    const signIn = () => server.call('/token?grant_type=password', { body: { email, password: PASSWORD } });
    await Promise.all([signIn(), server.auth.suspend(id, async () => {}), signIn()]);
    expect(await sessionsOf(id)).toEqual([]);
  }
});
