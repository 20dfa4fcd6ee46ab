import {
  codeIn,
  lastCodeTo,
  lastMailTo,
  lastVerifyPathTo,
  PKCE_CHALLENGE,
  PKCE_VERIFIER,
  signUpByWire,
} from '@hereabouts/testing/auth-people';
import { startAuthServer, type AuthServer } from '@hereabouts/testing/auth-server';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

/** Codes and links that were issued to an address while it changed: they are stored after the change has deleted the others. */

let server: AuthServer;
let people = 0;
let email: string;
let phone: string;
beforeAll(async () => {
  server = await startAuthServer();
});
beforeEach(async () => {
  people += 1;
  phone = `+44779770${3_000 + people}`;
  ({ email } = await signUpByWire(server));
  await server.db.query(
    `update auth.users set phone = $2, phone_confirmed_at = now(), phone_proved_at = now(), email_proved_at = now()
     where email = $1`,
    [email, phone],
  );
});
afterAll(() => server.stop());

const replaceAddresses = () =>
  server.db.query("update auth.users set email = 'new-' || email, phone = $2 where email = $1", [
    email,
    `${phone}9`,
  ]);
const openLink = async (path: string) => {
  const { headers } = await server.call(path);
  return new URL(headers.get('location') ?? '', server.url).searchParams;
};
const verify = (body: object) => server.call('/verify', { body });

/** Sends a code or link, and says how it is used. */
const KINDS: Readonly<Record<string, () => Promise<() => Promise<{ status: number; body: any }>>>> = {
  async 'a code by mail'() {
    await server.call('/otp', { body: { email } });
    const token = await lastCodeTo(server, email);
    return () => verify({ type: 'email', email, token });
  },
  async 'a code by text message'() {
    await server.call('/otp', { body: { phone } });
    const token = codeIn((await server.textsTo(phone)).at(-1));
    return () => verify({ type: 'sms', phone, token });
  },
  async 'a reset link'() {
    await server.call('/recover', { body: { email } });
    const hash = /token_hash=([\w-]+)/.exec((await lastMailTo(server, email)).text)?.[1];
    return () => verify({ type: 'recovery', token_hash: hash });
  },
  async 'a code of a client that has opened its link'() {
    await server.call('/otp', { body: { email, ...PKCE_CHALLENGE } });
    const code = (await openLink(await lastVerifyPathTo(server, email))).get('code');
    const body = { auth_code: code, code_verifier: PKCE_VERIFIER };
    return () => server.call('/token?grant_type=pkce', { body });
  },
};

test.each(Object.keys(KINDS))('%s signs in', async (name) => {
  const use = await KINDS[name]!();
  expect((await use()).status).toBe(200);
});

test.each(Object.keys(KINDS))('%s to an address that was replaced counts as expired', async (name) => {
  const use = await KINDS[name]!();
  await replaceAddresses();
  const { status, body } = await use();
  const isFlow = name.startsWith('a code of');
  expect([status, body.code]).toEqual(isFlow ? [422, 'flow_state_expired'] : [403, 'otp_expired']);
  expect(body.access_token).toBeUndefined();
});

test('a link of a client to an address that was replaced opens nothing', async () => {
  await server.call('/otp', { body: { email, ...PKCE_CHALLENGE } });
  const path = await lastVerifyPathTo(server, email);
  await replaceAddresses();
  const opened = await openLink(path);
  expect(opened.get('code')).toBeNull();
});
