import { MINUTE_MS } from '@hereabouts/contract/durations';
import { codeIn, freshEmail, lastCodeTo, NEW_PASSWORD, PASSWORD } from '@hereabouts/testing/auth-people';
import { startAuthServer, type AuthServer, type StockClient } from '@hereabouts/testing/auth-server';
import { totpCode } from '@hereabouts/testing/totp';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** A forgotten password of an account that has a number and no e-mail address, so that no reset link can be sent. */

let server: AuthServer;
beforeAll(async () => {
  server = await startAuthServer();
});
afterAll(() => server.stop());

const lastTextTo = async (phone: string) => codeIn((await server.textsTo(phone)).at(-1));
const codeOf = async (client: StockClient, change: Parameters<StockClient['updateUser']>[0]) =>
  (await client.updateUser(change)).error?.code;

/** An account whose number is proved, as one is after its first reset. */
async function signedUp(phone: string): Promise<StockClient> {
  const client = server.client();
  await client.signUp({ phone, password: PASSWORD });
  await client.reauthenticate();
  expect(await codeOf(client, { nonce: await lastTextTo(phone) })).toBeUndefined();
  return client;
}

async function byText(phone: string): Promise<StockClient> {
  const client = server.client();
  await client.signInWithOtp({ phone, options: { shouldCreateUser: false } });
  const token = await lastTextTo(phone);
  expect((await client.verifyOtp({ phone, token, type: 'sms' })).error).toBeNull();
  return client;
}

test('RESET-01 AUTH-09 a code to the number of an account without an e-mail address sets one new password, which ends all other sessions', async () => {
  const phone = '+447797700171';
  const elsewhere = await signedUp(phone);
  const client = await byText(phone);
  expect(await codeOf(client, { password: NEW_PASSWORD })).toBeUndefined();
  expect((await elsewhere.getUser()).error).not.toBeNull();
  const signIn = (password: string) => server.client().signInWithPassword({ phone, password });
  expect((await signIn(PASSWORD)).error?.code).toBe('invalid_credentials');
  expect((await signIn(NEW_PASSWORD)).error).toBeNull();
  // The same one again, because the answer may have been lost; no other.
  expect(await codeOf(client, { password: NEW_PASSWORD })).toBeUndefined();
  expect(await codeOf(client, { password: PASSWORD })).toBe('current_password_required');
});

test('RESET-01 AUTH-09 ten minutes after the code to its number a session sets no password without the current one', async () => {
  const phone = '+447797700172';
  await signedUp(phone);
  const client = await byText(phone);
  server.clock.advance(10 * MINUTE_MS + 1_000);
  expect(await codeOf(client, { password: NEW_PASSWORD })).toBe('current_password_required');
  expect(await codeOf(client, { phone: '+447797700173' })).toBe('current_password_required');
});

test('AUTH-09 a fresh code to its number changes the number only with the current password', async () => {
  const phone = '+447797700174';
  await signedUp(phone);
  const client = await byText(phone);
  const wished = '+447797700175';
  expect(await codeOf(client, { phone: wished })).toBe('current_password_required');
  expect(await codeOf(client, { phone: wished, password: NEW_PASSWORD })).toBe('current_password_required');
});

test('RESET-01 AUTH-09 where there is an e-mail address, a code to the number sets no password: numbers are given to other people', async () => {
  const phone = '+447797700176';
  const email = freshEmail();
  const owner = await signedUp(phone);
  await owner.updateUser({ email, current_password: PASSWORD });
  const token = await lastCodeTo(server, email);
  expect((await owner.verifyOtp({ email, token, type: 'email_change' })).error).toBeNull();
  const holder = await byText(phone);
  expect(await codeOf(holder, { password: NEW_PASSWORD })).toBe('current_password_required');
});

test('RESET-01 MFA-03 with two-step sign-in, a code to the number sets no password before the second step', async () => {
  const phone = '+447797700177';
  const owner = await signedUp(phone);
  const { data } = await owner.mfa.enroll({ factorType: 'totp' });
  const enter = (client: StockClient) => {
    const code = totpCode(data?.totp.secret ?? '', server.clock.now());
    return client.mfa.challengeAndVerify({ factorId: data?.id ?? '', code });
  };
  expect((await enter(owner)).error).toBeNull();
  const client = await byText(phone);
  expect(await codeOf(client, { password: NEW_PASSWORD })).toBe('insufficient_aal');
  server.clock.advance(MINUTE_MS);
  expect((await enter(client)).error).toBeNull();
  expect(await codeOf(client, { password: NEW_PASSWORD })).toBeUndefined();
});
