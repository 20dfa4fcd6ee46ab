import {
  bearer,
  codeIn,
  freshEmail,
  lastLinkTo,
  NEW_PASSWORD,
  PASSWORD,
} from '@hereabouts/testing/auth-people';
import { startAuthServer, type AuthServer } from '@hereabouts/testing/auth-server';
import { HOUR_MS, MINUTE_MS } from '@hereabouts/contract/durations';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

/** Somebody who holds a session of an account, or knows its password, against the owner, who reads its mail. */

let server: AuthServer;
beforeAll(async () => {
  server = await startAuthServer();
});
afterAll(() => server.stop());

let email: string;
let id: string;
let stolen: string;
beforeEach(async () => {
  server.clock.advance(HOUR_MS);
  await newPerson();
});

/** Who has proved their address. */
async function newPerson(): Promise<void> {
  email = freshEmail();
  id = await server.auth.createAccount({ name: 'Ann', email, password: PASSWORD });
  await server.db.query('update auth.users set email_proved_at = email_confirmed_at where id = $1', [id]);
  stolen = await signIn();
}

async function signIn(): Promise<string> {
  const { body } = await server.call('/token?grant_type=password', { body: { email, password: PASSWORD } });
  return body.access_token as string;
}

/** The access token of a session from a reset link. */
async function openResetLink(): Promise<string> {
  server.clock.advance(2 * MINUTE_MS);
  await server.call('/recover', { body: { email } });
  await server.auth.idle();
  const token_hash = (await lastLinkTo(server, email)).searchParams.get('token_hash');
  const { body } = await server.call('/verify', { body: { type: 'recovery', token_hash } });
  return body.access_token as string;
}
const signOut = async (token: string, scope: string) =>
  (await server.call(`/logout?scope=${scope}`, { method: 'POST', headers: bearer(token) })).status;
async function isIn(token: string): Promise<boolean> {
  const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  const sql = 'select from auth.sessions where id = $1 and ended_at is null';
  return (await server.db.query(sql, [claims.session_id])).length > 0;
}
const setPassword = async (token: string) =>
  (await server.call('/user', { method: 'PUT', headers: bearer(token), body: { password: NEW_PASSWORD } }))
    .status;

/** An account without an e-mail address, of which the stolen session is one; how its owner signs in. */
async function newPersonByPhone(): Promise<() => Promise<string>> {
  const phone = '+447797700391';
  const signInByText = async () => {
    server.clock.advance(2 * MINUTE_MS);
    await server.call('/otp', { body: { phone, create_user: false } });
    await server.auth.idle();
    const token = codeIn((await server.textsTo(phone)).at(-1));
    const answer = await server.call('/verify', { body: { type: 'sms', phone, token } });
    return answer.body.access_token as string;
  };
  const body = { password: PASSWORD };
  await server.call('/signup', { body: { phone, ...body } });
  // The first proof of the number ends what was there before, the password too.
  await server.call('/user', { method: 'PUT', headers: bearer(await signInByText()), body });
  const answer = await server.call('/token?grant_type=password', { body: { phone, ...body } });
  stolen = answer.body.access_token as string;
  return signInByText;
}

const OWNERS: readonly [string, () => Promise<() => Promise<string>>][] = [
  ['reset links', async () => openResetLink],
  ['codes by text, where there is no e-mail address,', newPersonByPhone],
];
test.each(OWNERS)(
  'RESET-01 SESS-01 another session ends two that came from %s; the third sets a new password and ends it',
  async (_by, newOwner) => {
    const signInAsOwner = await newOwner();
    for (let nth = 0; nth < 2; nth += 1) {
      const owner = await signInAsOwner();
      expect(await signOut(stolen, 'others')).toBe(204);
      expect(await isIn(owner)).toBe(false);
    }
    const owner = await signInAsOwner();
    expect(await signOut(stolen, 'others')).toBe(204);
    expect(await isIn(owner)).toBe(true);
    expect(await setPassword(owner)).toBe(200);
    expect([await isIn(owner), await isIn(stolen)]).toEqual([true, false]);
    server.clock.advance(HOUR_MS);
    await server.auth.idle();
    expect(await isIn(owner)).toBe(true);
  },
);

test('SESS-01 a spared session that sets no password ends with its hour', async () => {
  const owners: string[] = [];
  for (let nth = 0; nth < 4; nth += 1) {
    owners.push(await openResetLink());
    await signOut(stolen, 'others');
  }
  const [, , third = '', fourth = ''] = owners;
  expect([await isIn(third), await isIn(fourth)]).toEqual([true, true]);
  server.clock.advance(HOUR_MS);
  await server.auth.idle();
  expect([await isIn(third), await isIn(fourth)]).toEqual([false, false]);
});

const ENDINGS: readonly [string, (owner: string) => Promise<unknown>][] = [
  ['its own sign-out', (owner) => signOut(owner, 'global')],
  ['the operator', () => server.auth.endUser(id)],
  [
    'another session after an hour',
    async () => {
      server.clock.advance(HOUR_MS);
      return await signOut(await signIn(), 'others');
    },
  ],
];
test.each(ENDINGS)('SESS-01 a spared session ends by %s', async (_by, end) => {
  for (let nth = 0; nth < 2; nth += 1) {
    await openResetLink();
    await signOut(stolen, 'others');
  }
  const owner = await openResetLink();
  await signOut(stolen, 'others');
  expect(await isIn(owner)).toBe(true);
  await end(owner);
  expect(await isIn(owner)).toBe(false);
});
