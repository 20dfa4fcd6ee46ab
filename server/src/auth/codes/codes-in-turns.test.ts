import { SECOND_MS } from '@hereabouts/contract/durations';
import { PASSWORD } from '@hereabouts/testing/auth-people';
import { startAuthServer, type AuthServer } from '@hereabouts/testing/auth-server';
import { startMailServer, type MailServer } from '@hereabouts/testing/mail-server';
import { afterAll, beforeAll, expect, test } from 'vitest';

const DOMAINS = 12;
const [MALLORY, ANN] = ['192.0.2.1', '198.51.100.1'];

let mails: MailServer;
let server: AuthServer;
beforeAll(async () => {
  mails = await startMailServer();
  server = await startAuthServer({ smtpUrl: mails.url, auth: { confirmEmail: true } });
});
afterAll(async () => {
  mails.hang(null);
  await server.stop();
  await mails.stop();
});

const signUp = async (email: string, ip: string) =>
  (await server.call('/signup', { body: { email, password: PASSWORD }, headers: { 'x-forwarded-for': ip } }))
    .status;
const hasMail = (email: string) => mails.received.some(({ envelope }) => envelope.includes(email));
const signUpEverywhere = async (name: string) => {
  for (let nth = 0; nth < DOMAINS; nth += 1)
    expect(await signUp(`${name}@slow${nth}.example`, MALLORY)).toBe(200);
};

test('AUTH-09 whoever asks for codes at many domains that have become slow holds up nobody else’s', async () => {
  await signUpEverywhere('first');
  await signUp('first@quick.org', ANN);
  // One after the other, as long as nothing is known about the domains.
  for (let nth = 0; nth < DOMAINS; nth += 1) {
    await server.auth.idle();
    server.clock.advance(SECOND_MS);
  }
  await server.auth.idle();
  expect(mails.received).toHaveLength(DOMAINS + 1);
  mails.hang('.example');
  await signUpEverywhere('second');
  expect(await signUp('second@quick.org', ANN)).toBe(200);
  await expect.poll(() => hasMail('second@quick.org')).toBe(true);
  expect(mails.received).toHaveLength(DOMAINS + 2);
});
