import { AUTH_TEXTS } from '@hereabouts/contract/auth';
import { bearer, codeIn, lastCodeTo, PASSWORD } from '@hereabouts/testing/auth-people';
import { startAuthServer, type AuthServer, type AuthServerOptions } from '@hereabouts/testing/auth-server';
import { afterEach, expect, test } from 'vitest';

/** OPS-04: where sign-ups are closed, guests without an account stay guests. */

const EMAIL = 'zoe@example.org';
const CLOSED = { code: 'signup_disabled', message: AUTH_TEXTS.signUpsClosed };

const servers: AuthServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
});

async function guestOf(auth: AuthServerOptions['auth'] = {}) {
  const server = await startAuthServer({ auth });
  servers.push(server);
  const client = server.client();
  const { data } = await client.signInAnonymously({ options: { data: { name: 'Zoe' } } });
  const isGuest = async () => {
    const sql = 'select is_anonymous from users where id = $1';
    return (await server.db.query<{ is_anonymous: boolean }>(sql, [data.user!.id]))[0]?.is_anonymous;
  };
  const setOpenness = (openness: 'closed' | 'code') =>
    server.auth.signUps.setOpenness(openness, async () => {});
  return { server, client, isGuest, setOpenness, token: data.session!.access_token };
}

test('OPS-04 while sign-ups are closed a guest of earlier stays one; by code they need none (S71)', async () => {
  const { client, isGuest, setOpenness } = await guestOf();
  await setOpenness('closed');
  const convert = () => client.updateUser({ email: EMAIL, password: PASSWORD });
  expect((await convert()).error).toMatchObject(CLOSED);
  expect(await isGuest()).toBe(true);
  expect((await client.updateUser({ data: { name: 'Zoé' } })).error).toBeNull();
  await setOpenness('code');
  expect((await convert()).error).toBeNull();
  expect(await isGuest()).toBe(false);
});

test('OPS-04 sign-ups that are closed while a conversion is under way are closed for it', async () => {
  const { server, client, isGuest } = await guestOf();
  // When the attempt is counted, after the first look at whether they are open.
  await server.db.query(
    `create function close_sign_ups() returns trigger language plpgsql as
     'begin insert into auth.sign_ups (openness) values (''closed'')
        on conflict (only_row) do update set openness = ''closed''; return null; end'`,
  );
  await server.db.query(
    'create trigger close_sign_ups after insert on rate_limits for each statement execute function close_sign_ups()',
  );
  try {
    expect((await client.updateUser({ email: EMAIL, password: PASSWORD })).error).toMatchObject(CLOSED);
    expect(await isGuest()).toBe(true);
  } finally {
    await server.db.query('drop function close_sign_ups cascade');
  }
});

test('OPS-04 with confirmation, a guest who asked before sign-ups were closed stays one until they are open', async () => {
  const { server, client, isGuest, setOpenness, token } = await guestOf({ confirmEmail: true });
  const phone = '+447797700095';
  expect((await client.updateUser({ email: EMAIL, password: PASSWORD })).error).toBeNull();
  expect((await client.updateUser({ phone })).error).toBeNull();
  const byText = { phone, token: codeIn((await server.textsTo(phone)).at(-1)), type: 'phone_change' };
  const byMail = { email: EMAIL, token: await lastCodeTo(server, EMAIL), type: 'email_change' };
  const verify = (body: object) => server.call('/verify', { body, headers: bearer(token) });
  await setOpenness('closed');
  for (const entered of [byText, byMail])
    expect(await verify(entered)).toMatchObject({ status: 422, body: CLOSED });
  expect(await isGuest()).toBe(true);
  await setOpenness('code');
  expect((await verify(byMail)).status).toBe(200);
  expect(await isGuest()).toBe(false);
});
