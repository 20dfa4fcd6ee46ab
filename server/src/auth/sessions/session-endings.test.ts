import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  codeIn,
  lastCodeTo,
  lastMailTo,
  NEW_PASSWORD,
  PASSWORD,
  signUp,
} from '@hereabouts/testing/auth-people';
import { startAuthServer, type AuthServer, type StockClient } from '@hereabouts/testing/auth-server';
import { proveAddresses } from '@hereabouts/testing/second-step';

let server: AuthServer;
let email: string;
let mine: StockClient;
let others: StockClient[];
let userId: string;
let logBefore: number;

beforeAll(async () => {
  server = await startAuthServer();
});
beforeEach(async () => {
  const person = await signUp(server);
  ({ client: mine, email } = person);
  userId = person.user.id;
  others = [server.client(), server.client()];
  for (const other of others) await other.signInWithPassword({ email, password: PASSWORD });
  logBefore = server.logLines.length;
});
afterAll(() => server.stop());

const areOut = async (clients: StockClient[]) => {
  for (const client of clients) {
    const { session } = (await client.getSession()).data;
    expect((await client.getUser()).error).not.toBeNull();
    const body = { refresh_token: session?.refresh_token };
    const answer = await server.call('/token?grant_type=refresh_token', { body });
    expect([answer.status, answer.body.code]).toEqual([400, 'refresh_token_not_found']);
  }
};
const newSubjects = async (address: string, before = 0) =>
  (await server.mailsTo(address)).slice(before).map(({ subject }) => subject);
const events = () =>
  server.logLines
    .slice(logBefore)
    .map((line) => JSON.parse(line))
    .filter((line) => 'security' in line);

/** OPS-08: ids and words of the program's own. */
const expectNothingPersonal = (...secrets: string[]) => {
  const lines = server.logLines.slice(logBefore).join('');
  for (const secret of [email, PASSWORD, NEW_PASSWORD, '127.0.0.1', ...secrets])
    expect(lines).not.toContain(secret);
};

test('SESS-03 OPS-08 a new password ends every other session and is notified', async () => {
  const { error } = await mine.updateUser({ password: NEW_PASSWORD, current_password: PASSWORD });
  expect(error).toBeNull();
  expect((await mine.getUser()).error).toBeNull();
  await areOut(others);
  expect(await newSubjects(email)).toEqual(['Your Hereabouts password was changed']);
  expect(events()).toEqual([
    expect.objectContaining({
      security: 'sessions_ended',
      user_id: userId,
      reason: 'password_changed',
      count: 2,
    }),
    expect.objectContaining({ security: 'password_changed', user_id: userId }),
  ]);
  expectNothingPersonal();
});

test('SESS-03 OPS-08 a new e-mail ends every other session once both have agreed, and both addresses are notified', async () => {
  await proveAddresses(server.db, userId);
  const next = `new-${email}`;
  await mine.updateUser({ email: next });
  const verify = async (address: string) =>
    await mine.verifyOtp({ email: address, token: await lastCodeTo(server, address), type: 'email_change' });
  await verify(next);
  for (const other of others) expect((await other.getUser()).error).toBeNull();
  const whole = await verify(email);
  expect(whole.error).toBeNull();
  expect((await mine.getUser()).data.user?.email).toBe(next);
  await areOut(others);
  const subject = 'The email address for your Hereabouts account was changed';
  expect((await newSubjects(email)).at(-1)).toBe(subject);
  expect((await newSubjects(next)).at(-1)).toBe(subject);
  expect((await lastMailTo(server, email)).text).toContain(next);
  expect(events()).toContainEqual(
    expect.objectContaining({ security: 'sessions_ended', reason: 'email_changed', count: 3 }),
  );
  expect(events()).toContainEqual(expect.objectContaining({ security: 'email_changed', user_id: userId }));
  expectNothingPersonal(next);
});

test('SESS-03 OPS-08 a new phone number ends every other session and is notified by e-mail', async () => {
  const phone = '+447797701001';
  await mine.updateUser({ phone, current_password: PASSWORD });
  const token = codeIn((await server.textsTo(phone)).at(-1));
  expect((await mine.verifyOtp({ phone, token, type: 'phone_change' })).error).toBeNull();
  expect((await mine.getUser()).data.user?.phone).toBe(phone);
  await areOut(others);
  expect(await newSubjects(email)).toEqual(['The phone number of your Hereabouts account was changed']);
  expect(events()).toContainEqual(
    expect.objectContaining({ security: 'sessions_ended', reason: 'phone_changed', count: 3 }),
  );
  expect(events()).toContainEqual(expect.objectContaining({ security: 'phone_changed', user_id: userId }));
  expectNothingPersonal(phone);
});

test('RESET-01 SESS-03 a reset link signs in, and the new password ends all other sessions', async () => {
  await mine.resetPasswordForEmail(email);
  const tokenHash = /token_hash=([\w-]+)/.exec((await lastMailTo(server, email)).text)?.[1] ?? '';
  const fresh = server.client();
  expect((await fresh.verifyOtp({ type: 'recovery', token_hash: tokenHash })).error).toBeNull();
  expect((await fresh.updateUser({ password: NEW_PASSWORD })).error).toBeNull();
  expect((await fresh.getUser()).error).toBeNull();
  await areOut([mine, ...others]);
  expect((await newSubjects(email)).at(-1)).toBe('Your Hereabouts password was changed');
  expectNothingPersonal(tokenHash);
});

test('OPS-08 a sign-out and the deletion of an account are logged', async () => {
  await others[0]!.signOut({ scope: 'local' });
  await server.auth.beginDeletion(userId, async () => {});
  await server.auth.finishDeletion({ userId, method: 'operator' }, async () => {});
  expect(events()).toMatchObject([
    { security: 'sessions_ended', user_id: userId, reason: 'signed_out', count: 1 },
    { security: 'sessions_ended', user_id: userId, reason: 'ended', count: 2 },
    { security: 'account_deleted', user_id: userId, method: 'operator' },
  ]);
  expectNothingPersonal();
});
