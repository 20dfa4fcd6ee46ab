import type { OwnerProof } from '#server/auth/accounts/deletion.ts';
import { HOUR_MS, SECOND_MS } from '@hereabouts/contract/durations';
import { bearer, NEW_PASSWORD, PASSWORD } from '@hereabouts/testing/auth-people';
import { startAuthServer, type AuthServer } from '@hereabouts/testing/auth-server';
import { startMailServer, type MailServer } from '@hereabouts/testing/mail-server';
import { proveAddresses } from '@hereabouts/testing/second-step';
import PostalMime from 'postal-mime';
import { afterEach, beforeEach, expect, test } from 'vitest';

const OWNER = { email: 'owner@example.org', password: PASSWORD };
const THIEF = { 'x-forwarded-for': '10.9.9.9' };
const MAILS_OF_AN_ADDRESS = 4;
const BOTH = ['New sign-in to your Hereabouts account', 'Your Hereabouts password was changed'];

let mailServer: MailServer;
let server: AuthServer;
let ownerId: string;
beforeEach(async () => {
  mailServer = await startMailServer();
  server = await startAuthServer({
    smtpUrl: mailServer.url,
    auth: { attemptsPerAddress: MAILS_OF_AN_ADDRESS, mailsPerHour: 100 },
  });
  ownerId = (await server.call('/signup', { body: OWNER })).body.user.id;
});
afterEach(async () => {
  await server.stop();
  await mailServer.stop();
});

/** The first mails to a domain are sent one after the other. */
async function untilSent(): Promise<void> {
  for (let seconds = 0; seconds < 20; seconds += 1) {
    await server.auth.idle();
    server.clock.advance(SECOND_MS);
  }
}

/** What the owner was sent, in the order of the alphabet: the two are sent side by side. */
async function notices(): Promise<string[]> {
  await untilSent();
  const mine = mailServer.received.filter(({ envelope }) => envelope.includes(OWNER.email));
  const all = await Promise.all(mine.map(async ({ raw }) => (await PostalMime.parse(raw)).subject ?? ''));
  return all.toSorted();
}

async function useUpMails(headers: Record<string, string>, email: (nth: number) => string): Promise<void> {
  for (let nth = 0; nth < MAILS_OF_AN_ADDRESS; nth += 1)
    expect((await server.call('/recover', { headers, body: { email: email(nth) } })).status).toBe(200);
  expect((await server.call('/recover', { headers, body: { email: email(99) } })).status).toBe(429);
}

async function deleteAccount(proof: OwnerProof): Promise<void> {
  expect((await server.auth.beginDeletion(ownerId, async () => {}, proof)).state).toBe('begun');
  await server.auth.finishDeletion({ userId: ownerId, method: 'owner' }, async () => {});
}

async function takeAccount(): Promise<void> {
  const { status, body } = await server.call('/token?grant_type=password', { headers: THIEF, body: OWNER });
  expect(status).toBe(200);
  const change = {
    method: 'PUT',
    headers: { ...THIEF, ...bearer(body.access_token) },
    body: { password: NEW_PASSWORD, current_password: PASSWORD },
  };
  expect((await server.call('/user', change)).status).toBe(200);
}

test('SESS-02 SESS-03 the owner is notified at once although the attacker has used up the mails of their own network address', async () => {
  await proveAddresses(server.db, ownerId);
  await useUpMails(THIEF, (nth) => `nobody${nth}@example.org`);
  await takeAccount();
  expect(await notices()).toEqual(BOTH);
});

test('SESS-02 SESS-03 where nobody has proved the address, the notices wait until that address may send again', async () => {
  await useUpMails(THIEF, (nth) => `nobody${nth}@example.org`);
  await takeAccount();
  expect(await notices()).toEqual([]);
  server.clock.advance(HOUR_MS / MAILS_OF_AN_ADDRESS);
  expect(await notices()).toHaveLength(1);
  server.clock.advance(HOUR_MS / MAILS_OF_AN_ADDRESS);
  expect(await notices()).toEqual(BOTH);
});

test('SESS-02 SESS-03 notices that wait are sent though the account has been deleted', async () => {
  await useUpMails(THIEF, (nth) => `nobody${nth}@example.org`);
  await takeAccount();
  const [{ id: sessionId } = { id: '' }] = await server.auth.listSessions(ownerId);
  const proof = { sessionId, password: NEW_PASSWORD, ip: THIEF['x-forwarded-for'] };
  await deleteAccount(proof);
  expect(await notices()).toEqual([]);
  server.clock.advance(HOUR_MS);
  expect(await notices()).toEqual(BOTH);
});

test('SESS-03 the deletion of an account is notified where the address is proved', async () => {
  await proveAddresses(server.db, ownerId);
  const [{ id: sessionId } = { id: '' }] = await server.auth.listSessions(ownerId);
  await deleteAccount({ sessionId, password: PASSWORD, ip: '::1' });
  expect(await notices()).toEqual(['Your Hereabouts account was deleted']);
});

test('SESS-02 SESS-03 notices wait while everybody’s share for proved addresses is used up', async () => {
  await proveAddresses(server.db, ownerId);
  const others = Array.from({ length: 14 }, (_, at) => at);
  for (const at of others) {
    const body = { email: `other${at}@example.org`, password: PASSWORD };
    const headers = { 'x-forwarded-for': `10.1.1.${at}` };
    const { user } = (await server.call('/signup', { headers, body })).body;
    await proveAddresses(server.db, user.id);
    for (let nth = 0; nth < 3; nth += 1)
      expect((await server.call('/token?grant_type=password', { headers, body })).status).toBe(200);
  }
  await untilSent();
  expect(mailServer.received).toHaveLength(40);
  await takeAccount();
  expect(await notices()).toEqual([]);
  server.clock.advance(HOUR_MS);
  expect(await notices()).toEqual(BOTH);
});
