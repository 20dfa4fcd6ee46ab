import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeIn, lastLinkTo, PASSWORD } from '@hereabouts/testing/auth-people';
import { startAuthServer, type AuthServer } from '@hereabouts/testing/auth-server';

const IP = '198.51.100.77';
/** Without a mail server the links of a mail are logged at debug level, for newcomers. */
const OUTBOX_LINKS = 'links of that mail';

let server: AuthServer;
let naming: AuthServer;
beforeAll(async () => {
  server = await startAuthServer({ logLevel: 'trace', auth: { attemptsPerAccount: 2 } });
  naming = await startAuthServer({ logLevel: 'trace', logNetworkAddresses: true, beside: server });
});
afterAll(async () => {
  await naming.stop();
  await server.stop();
});

/** Everything that signs in or fails to, on one server; returns what must not be in its log. */
async function signInAndFail(at: AuthServer, name: string): Promise<string[]> {
  const email = `${name}@example.org`;
  const phone = name === 'secretive' ? '+447797700071' : '+447797700072';
  const post = (path: string, body: object) => at.call(path, { body, headers: { 'x-forwarded-for': IP } });
  const signUp = await post('/signup', { email, password: PASSWORD, data: { name: `Name of ${name}` } });
  const signIn = await post('/token?grant_type=password', { email, password: PASSWORD });
  await post('/recover', { email });
  const token_hash = (await lastLinkTo(at, email)).searchParams.get('token_hash') ?? '';
  const recovered = await post('/verify', { token_hash, type: 'recovery' });
  await post('/otp', { phone });
  const code = codeIn((await at.textsTo(phone)).at(-1)?.split('\n\n')[1]);
  const byPhone = await post('/verify', { phone, token: code, type: 'sms' });
  await post('/verify', { email, token: '000000', type: 'email' });
  for (let count = 0; count < 3; count += 1) {
    await post('/token?grant_type=password', { email, password: 'not the one' });
  }
  await at.auth.idle();
  const sessions = [signUp, signIn, recovered, byPhone].map(({ body }) => body);
  expect(sessions.map(({ access_token: token }) => typeof token)).toEqual(Array(4).fill('string'));
  const tokens = sessions.flatMap((session) => [session.access_token, session.refresh_token]);
  return [email, name, phone, phone.slice(1), PASSWORD, code, token_hash, ...tokens];
}

test('OPS-08 sign-ups, sign-ins, failures, lock-outs and reset requests are logged without what names a person', async () => {
  const secrets = await signInAndFail(server, 'secretive');
  const events = server.securityEvents().map(({ security, method, reason }) => [security, method ?? reason]);
  expect(events).toEqual(
    expect.arrayContaining([
      ['signed_up', 'password'],
      ['signed_in', 'password'],
      ['password_reset_requested', undefined],
      ['signed_in', 'recovery'],
      ['signed_in', 'otp'],
      ['sign_in_failed', 'otp'],
      ['sign_in_failed', 'password'],
      ['attempts_limited', 'sign_in.account_and_address'],
    ]),
  );
  const failed = server.securityEvents().find(({ security }) => security === 'sign_in_failed');
  expect(failed).toMatchObject({ level: 40, request_id: expect.any(String) });
  const log = server.logLines.filter((line) => !line.includes(OUTBOX_LINKS)).join('');
  expect([...secrets, IP].filter((secret) => log.includes(secret))).toEqual([]);
});

test('OPS-08 the network address is logged only where LOG_NETWORK_ADDRESSES is on', async () => {
  const secrets = await signInAndFail(naming, 'addressed');
  const events = naming.securityEvents().filter(({ security }) => security !== 'sessions_ended');
  expect(new Set(events.map(({ network_address: address }) => address))).toEqual(new Set([IP]));
  const log = naming.logLines.filter((line) => !line.includes(OUTBOX_LINKS)).join('');
  expect(secrets.filter((secret) => log.includes(secret))).toEqual([]);
});

test('OPS-08 AUTH-09 an attack on one account does not fill the log', async () => {
  const before = server.securityEvents().length;
  for (let count = 0; count < 20; count += 1) {
    await server.call('/token?grant_type=password', {
      body: { email: 'attacked@example.org', password: 'wrong' },
      headers: { 'x-forwarded-for': IP },
    });
  }
  const limited = server
    .securityEvents()
    .slice(before)
    .filter(({ security }) => security === 'attempts_limited');
  expect(limited).toHaveLength(1);
});

test('OPS-08 links that somebody invents do not fill the log: sixty lines a minute, the others counted', async () => {
  const failures = () => server.securityEvents().filter(({ security }) => security === 'sign_in_failed');
  const before = failures().length;
  const invent = () =>
    server.call('/verify', { body: { type: 'recovery', token_hash: crypto.randomUUID() } });
  for (let count = 0; count < 100; count += 1) await invent();
  expect(failures().length - before).toBeLessThanOrEqual(60);
  server.clock.advance(60_000);
  await invent();
  expect(failures().at(-1)).toMatchObject({ left_out: expect.any(Number) });
});
