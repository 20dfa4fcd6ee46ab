import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { MINUTE_MS } from '@hereabouts/contract/durations';
import {
  freshEmail,
  lastCodeTo,
  lastLinkTo,
  NEW_PASSWORD,
  PASSWORD,
  signUp,
} from '@hereabouts/testing/auth-people';
import { startAuthServer, type AuthServer, type StockClient } from '@hereabouts/testing/auth-server';

/** A change of the password that is sent again because its answer was lost. */

let server: AuthServer;
let email: string;
let client: StockClient;
let logBefore: number;

beforeAll(async () => {
  server = await startAuthServer();
});
beforeEach(async () => {
  ({ client, email } = await signUp(server));
  logBefore = server.logLines.length;
});
afterAll(() => server.stop());

type Change = Parameters<StockClient['updateUser']>[0];
const codeOf = async (change: Change) => (await client.updateUser(change)).error?.code;
const changesLogged = () =>
  server.logLines.slice(logBefore).filter((line) => JSON.parse(line).security === 'password_changed').length;

const WAYS: Record<string, () => Promise<Change>> = {
  async 'a reset link'() {
    await server.client().resetPasswordForEmail(email);
    const token_hash = (await lastLinkTo(server, email)).searchParams.get('token_hash') ?? '';
    client = server.client();
    await client.verifyOtp({ token_hash, type: 'recovery' });
    return { password: NEW_PASSWORD };
  },
  'the current password': async () => ({ password: NEW_PASSWORD, current_password: PASSWORD }),
  async 'a code'() {
    await client.reauthenticate();
    return { password: NEW_PASSWORD, nonce: await lastCodeTo(server, email) };
  },
  async 'the first address of a guest'() {
    email = freshEmail();
    client = server.client();
    await client.signInAnonymously();
    return { email, password: NEW_PASSWORD };
  },
};

test.for(Object.keys(WAYS))(
  'RESET-01 PROF-05 GUEST-02 a password set by %s can be set again by the same session, which changes nothing',
  async (way) => {
    const change = await WAYS[way]!();
    expect(await codeOf(change)).toBeUndefined();
    const mails = (await server.mailsTo(email)).length;
    // More often than wrong proofs are allowed.
    for (let round = 0; round < 7; round += 1) {
      const { data, error } = await client.updateUser(change);
      expect(error).toBeNull();
      expect(data.user).toMatchObject({ email, is_anonymous: false });
    }
    expect(changesLogged()).toBe(1);
    expect(await server.mailsTo(email)).toHaveLength(mails);
    const { error } = await server.client().signInWithPassword({ email, password: NEW_PASSWORD });
    expect(error).toBeNull();
  },
);

test('PROF-05 AUTH-07 what may be set again is that password alone, within the hour and by that session', async () => {
  const change = { password: NEW_PASSWORD, current_password: PASSWORD };
  expect(await codeOf(change)).toBeUndefined();
  expect(await codeOf({ password: PASSWORD })).toBe('current_password_required');
  expect(await codeOf({ password: PASSWORD, current_password: PASSWORD })).toBe('current_password_invalid');
  expect(await codeOf({ ...change, email: freshEmail() })).toBe('current_password_invalid');
  expect(await codeOf({ ...change, phone: '+447797700160' })).toBe('current_password_invalid');

  const setter = client;
  client = server.client();
  await client.signInWithPassword({ email, password: NEW_PASSWORD });
  expect(await codeOf({ password: NEW_PASSWORD })).toBe('current_password_required');
  expect(await codeOf(change)).toBe('current_password_invalid');

  client = setter;
  expect(await codeOf(change)).toBeUndefined();
  server.clock.advance(61 * MINUTE_MS);
  await client.refreshSession();
  expect(await codeOf({ password: NEW_PASSWORD })).toBe('current_password_required');
  expect(await codeOf(change)).toBe('current_password_invalid');
});

test('AUTH-09 a stolen session learns the password that it saw set no sooner than by guessing at the current one', async () => {
  expect(await codeOf({ password: NEW_PASSWORD, current_password: PASSWORD })).toBeUndefined();
  for (let guess = 0; guess < 5; guess += 1)
    expect(await codeOf({ password: `limpets-and-whelks-${guess}` })).toBe('current_password_required');
  const { error } = await client.updateUser({ password: NEW_PASSWORD });
  expect(error?.name).toBe('AuthSessionMissingError');
});
