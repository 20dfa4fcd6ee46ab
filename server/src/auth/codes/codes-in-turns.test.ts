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
/** @param ipOf of each domain */
const signUpEverywhere = async (name: string, ipOf = (_nth: number) => MALLORY) => {
  for (let nth = 0; nth < DOMAINS; nth += 1)
    expect(await signUp(`${name}@slow${nth}.example`, ipOf(nth))).toBe(200);
};
/** So that each domain has become quick. */
const sendAll = async () => {
  // One after the other, as long as nothing is known about the domains.
  for (let nth = 0; nth < DOMAINS; nth += 1) {
    await server.auth.idle();
    server.clock.advance(SECOND_MS);
  }
  await server.auth.idle();
};

test('AUTH-09 whoever asks for codes at many domains that have become slow holds up nobody else’s', async () => {
  await signUpEverywhere('first');
  await signUp('first@quick.org', ANN);
  await sendAll();
  expect(mails.received).toHaveLength(DOMAINS + 1);
  mails.hang('.example');
  await signUpEverywhere('second');
  expect(await signUp('second@quick.org', ANN)).toBe(200);
  await expect.poll(() => hasMail('second@quick.org')).toBe(true);
  expect(mails.received).toHaveLength(DOMAINS + 2);
});

test('AUTH-09 asking from many addresses for codes at domains that became slow delays others by 250 ms', async () => {
  mails.hang(null);
  await signUpEverywhere('third');
  await sendAll();
  mails.hang('.example');
  await signUpEverywhere('fourth', (nth) => `192.0.2.${10 + nth}`);
  expect(await signUp('fourth@quick.org', ANN)).toBe(200);
  await expect.poll(() => mails.hanging()).toBe(8);
  expect(hasMail('fourth@quick.org')).toBe(false);
  // They stand aside.
  server.clock.advance(250);
  await expect.poll(() => hasMail('fourth@quick.org')).toBe(true);
});
