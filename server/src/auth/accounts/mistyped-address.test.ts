import { codeIn, freshEmail, lastCodeTo, PASSWORD, signUp } from '@hereabouts/testing/auth-people';
import { startAuthServer, type AuthServer } from '@hereabouts/testing/auth-server';
import { proveAddresses } from '@hereabouts/testing/second-step';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** Without confirmation: changing an e-mail address that nobody has proved, whose mailbox may be somebody else's. */

const MOBILE = '+447797700096';

let server: AuthServer;
beforeAll(async () => {
  server = await startAuthServer();
});
afterAll(() => server.stop());

const codeOf = ({ error }: { error: { code?: string | undefined } | null }) => error?.code;

test('a mistyped address is corrected by the password and a code to the right one', async () => {
  const { client, email: mistyped, user } = await signUp(server);
  const other = server.client();
  await other.signInWithPassword({ email: mistyped, password: PASSWORD });
  const email = freshEmail();
  expect((await client.updateUser({ email, current_password: PASSWORD })).error).toBeNull();
  const token = await lastCodeTo(server, email);
  expect(await server.mailsTo(mistyped)).toEqual([]);
  expect((await client.getUser()).data.user?.email).toBe(mistyped);
  const { data, error } = await client.verifyOtp({ email, token, type: 'email_change' });
  expect(error).toBeNull();
  expect(data.user).toMatchObject({ id: user.id, email });
  expect((await other.getUser()).error).not.toBeNull();
  expect((await server.client().signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
  // SESS-03: the old one as well.
  const subject = 'The email address for your Hereabouts account was changed';
  for (const address of [mistyped, email])
    expect((await server.mailsTo(address)).at(-1)?.subject).toBe(subject);
});

test('AUTH-09 a stolen session changes no address without the password', async () => {
  const { client, email } = await signUp(server);
  const wished = freshEmail();
  expect(codeOf(await client.updateUser({ email: wished }))).toBe('current_password_required');
  const guess = await client.updateUser({ email: wished, current_password: 'guess' });
  expect(codeOf(guess)).toBe('current_password_invalid');
  expect((await client.getUser()).data.user?.new_email).toBeUndefined();
  for (const address of [wished, email]) expect(await server.mailsTo(address)).toEqual([]);
});

test('AUTH-09 a session by a code to its number needs the password, too', async () => {
  const { client, user } = await signUp(server);
  await client.updateUser({ phone: MOBILE, current_password: PASSWORD });
  const code = async () => codeIn((await server.textsTo(MOBILE)).at(-1));
  await client.verifyOtp({ phone: MOBILE, token: await code(), type: 'phone_change' });
  const holder = server.client();
  await holder.signInWithOtp({ phone: MOBILE });
  const { data } = await holder.verifyOtp({ phone: MOBILE, token: await code(), type: 'sms' });
  expect(data.user?.id).toBe(user.id);
  expect(codeOf(await holder.updateUser({ email: freshEmail() }))).toBe('current_password_required');
});

test('AUTH-09 a former guest without a password needs a code to the address to change it', async () => {
  const guest = server.client();
  await guest.signInAnonymously();
  const email = freshEmail();
  expect((await guest.updateUser({ email })).error).toBeNull();
  expect(codeOf(await guest.updateUser({ email: freshEmail() }))).toBe('reauthentication_needed');
});

test('AUTH-09 the old address, once proved, has to agree too', async () => {
  const { client, email, user } = await signUp(server);
  const wished = freshEmail();
  expect((await client.updateUser({ email: wished, current_password: PASSWORD })).error).toBeNull();
  const token = await lastCodeTo(server, wished);
  await proveAddresses(server.db, user.id);
  const { data, error } = await client.verifyOtp({ email: wished, token, type: 'email_change' });
  expect([error, data.session]).toEqual([null, null]);
  expect((await client.getUser()).data.user?.email).toBe(email);
});

test('AUTH-09 accounts made with an address and moved away from it send it three notices at most', async () => {
  const victim = freshEmail();
  for (let nth = 0; nth < 5; nth += 1) {
    const client = server.client();
    expect((await client.signUp({ email: victim, password: PASSWORD })).error).toBeNull();
    const email = freshEmail();
    expect((await client.updateUser({ email, current_password: PASSWORD })).error).toBeNull();
    const token = await lastCodeTo(server, email);
    expect((await client.verifyOtp({ email, token, type: 'email_change' })).error).toBeNull();
  }
  expect(await server.mailsTo(victim)).toHaveLength(3);
});
