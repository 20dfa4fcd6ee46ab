import { AUTH_TEXTS } from '@hereabouts/contract/auth';
import { DAY_MS, MINUTE_MS } from '@hereabouts/contract/durations';
import type { SignUpOpenness } from '@hereabouts/contract/settings';
import { codeIn, freshEmail, PASSWORD } from '@hereabouts/testing/auth-people';
import { startAuthServer, type AuthServer, type AuthServerOptions } from '@hereabouts/testing/auth-server';
import { expectWireError } from '@hereabouts/testing/wire-people';
import { afterEach, expect, test } from 'vitest';

const servers: AuthServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0).toReversed()) await server.stop();
});

async function start(openness: SignUpOpenness, options: AuthServerOptions = {}): Promise<AuthServer> {
  const server = await startAuthServer(options);
  servers.push(server);
  await server.auth.signUps.setOpenness(openness, async () => {});
  return server;
}

const signUp = (server: AuthServer, email: string, code?: string) =>
  server.call('/signup', {
    body: { email, password: PASSWORD, data: { name: 'Ann', ...(code && { invitation_code: code }) } },
  });
const accounts = async (server: AuthServer) =>
  (await server.db.query<{ count: number }>('select count(*)::int as count from auth.users'))[0]?.count;
const newCode = (server: AuthServer, of = { uses: 1, days: 1 }) =>
  server.auth.signUps.createCode(of, async () => {});

test('OPS-04 where sign-ups are closed, nobody can create an account by password or code; whoever has one signs in', async () => {
  const server = await start('open');
  const email = freshEmail();
  await signUp(server, email);
  await server.auth.signUps.setOpenness('closed', async () => {});
  const before = await accounts(server);
  expectWireError(await signUp(server, freshEmail()), 422, 'signup_disabled', AUTH_TEXTS.signUpsClosed);
  // The same for a taken address.
  expectWireError(await signUp(server, email), 422, 'signup_disabled', AUTH_TEXTS.signUpsClosed);
  const stranger = freshEmail();
  expect((await server.call('/otp', { body: { email: stranger } })).status).toBe(200);
  expect(await server.mailsTo(stranger)).toEqual([]);
  expect(await accounts(server)).toBe(before);
  expect((await server.call('/settings')).body.disable_signup).toBe(true);
  expect(server.logLines.filter((line) => line.includes('"level":50'))).toEqual([]);

  const client = server.client();
  expect((await client.signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
  server.clock.advance(DAY_MS);
  expect((await client.signInWithOtp({ email })).error).toBeNull();
  expect(await server.mailsTo(email)).toHaveLength(1);
});

test('OPS-04 an invitation code creates as many accounts as it is for, and is not stored with them', async () => {
  const server = await start('code');
  const { code } = await newCode(server, { uses: 2, days: 1 });
  expectWireError(
    await signUp(server, freshEmail()),
    422,
    'signup_disabled',
    AUTH_TEXTS.invitationCodeMissing,
  );
  const wrong = await signUp(server, freshEmail(), 'AAAA-AAAA-AAAA');
  expectWireError(wrong, 422, 'signup_disabled', AUTH_TEXTS.invitationCodeWrong);
  const first = await signUp(server, freshEmail(), code);
  expect(first.status).toBe(200);
  expect(first.body.user.user_metadata).toEqual({ name: 'Ann' });
  // As people type it.
  expect((await signUp(server, freshEmail(), code.toLowerCase().replaceAll('-', ' '))).status).toBe(200);
  const third = await signUp(server, freshEmail(), code);
  expectWireError(third, 422, 'signup_disabled', AUTH_TEXTS.invitationCodeWrong);
  expect((await server.call('/settings')).body.disable_signup).toBe(false);
});

test('OPS-04 an address that has an account uses up no code, and twenty at once use one code once', async () => {
  const server = await start('code', { auth: { attemptsPerAddress: 1_000 } });
  const email = freshEmail();
  await signUp(server, email, (await newCode(server)).code);
  const { code } = await newCode(server);
  expect((await signUp(server, email, code)).body.code).toBe('user_already_exists');
  const answers = await Promise.all(Array.from({ length: 20 }, () => signUp(server, freshEmail(), code)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});

test('OPS-04 a code ends with its time and when the operator revokes it, on another process too', async () => {
  const server = await start('code');
  const other = await startAuthServer({ beside: server });
  servers.push(other);
  const [late, revoked] = [await newCode(server), await newCode(server)];
  expect((await server.auth.signUps.listCodes()).map(({ id }) => id)).toEqual([revoked.id, late.id]);
  expect(await server.auth.signUps.deleteCode(revoked.id, async () => {})).toBe(true);
  expect(await server.auth.signUps.deleteCode(revoked.id, async () => {})).toBe(false);
  expect((await signUp(other, freshEmail(), revoked.code)).status).toBe(422);
  server.clock.advance(DAY_MS + 1);
  expect((await signUp(other, freshEmail(), late.code)).status).toBe(422);
  expect(await server.auth.signUps.listCodes()).toEqual([]);
});

test('OPS-04 with confirmation a code is used by the sign-up that is confirmed first, so that a mistyped address costs none', async () => {
  const server = await start('code', { auth: { confirmEmail: true } });
  const { code, id } = await newCode(server);
  const [wrong, right, late] = [freshEmail(), freshEmail(), freshEmail()];
  for (const email of [wrong, right, right]) {
    server.clock.advance(MINUTE_MS);
    expect((await signUp(server, email, code)).status).toBe(200);
  }
  const confirm = async (email: string) => {
    const token = codeIn((await server.mailsTo(email)).at(-1)?.text);
    return await server.call('/verify', { body: { type: 'signup', email, token } });
  };
  // Those who wait are let in even if sign-ups are closed by then.
  await server.auth.signUps.setOpenness('closed', async () => {});
  expect((await confirm(right)).status).toBe(200);
  await server.auth.signUps.setOpenness('code', async () => {});
  expect((await server.auth.signUps.listCodes()).map((listed) => listed.id)).not.toContain(id);
  const refused = await confirm(wrong);
  expectWireError(refused, 422, 'signup_disabled', AUTH_TEXTS.invitationCodeWrong);
  expect((await signUp(server, late, code)).body.code).toBe('signup_disabled');
  // The next code serves the sign-up that waits.
  const next = await newCode(server);
  server.clock.advance(MINUTE_MS);
  expect((await signUp(server, wrong, next.code)).status).toBe(200);
  expect((await confirm(wrong)).status).toBe(200);
  expect(await server.auth.signUps.listCodes()).toEqual([]);
});

test('OPS-04 each sign-up with an address counts with its own code, also one by a code of a mail', async () => {
  const server = await start('code', { auth: { confirmEmail: true } });
  const [eve, ann, spare] = [await newCode(server), await newCode(server), await newCode(server)];
  const [email, byMail] = [freshEmail(), freshEmail()];
  const verify = async (address: string, type: string) => {
    const token = codeIn((await server.mailsTo(address)).at(-1)?.text);
    return (await server.call('/verify', { body: { type, email: address, token } })).status;
  };
  const askByMail = (code?: string) => {
    server.clock.advance(MINUTE_MS);
    const data = code === undefined ? {} : { invitation_code: code };
    return server.call('/otp', { body: { email: byMail, data } });
  };
  // Eve uses her code for herself afterwards.
  await signUp(server, email, eve.code);
  await askByMail(eve.code);
  await signUp(server, freshEmail(), eve.code);
  const own = freshEmail();
  await signUp(server, own, eve.code);
  expect(await verify(own, 'signup')).toBe(200);
  server.clock.advance(MINUTE_MS);
  await signUp(server, email, ann.code);
  server.clock.advance(MINUTE_MS);
  await server.call('/resend', { body: { type: 'signup', email } });
  expect(await verify(email, 'signup')).toBe(200);
  await askByMail();
  expect(await verify(byMail, 'email')).toBe(422);
  await askByMail(spare.code);
  expect(await verify(byMail, 'email')).toBe(200);
  expect(await server.auth.signUps.listCodes()).toEqual([]);
});

test('OPS-04 a code that was revoked lets nobody in who waits with it; one that has expired does, while the mail is valid', async () => {
  const server = await start('code', { auth: { confirmEmail: true } });
  const [revoked, expiring] = [await newCode(server), await newCode(server)];
  const emails = [freshEmail(), freshEmail()] as const;
  server.clock.advance(DAY_MS - MINUTE_MS);
  for (const [nth, { code }] of [revoked, expiring].entries())
    expect((await signUp(server, emails[nth] ?? '', code)).status).toBe(200);
  expect(await server.auth.signUps.deleteCode(revoked.id, async () => {})).toBe(true);
  server.clock.advance(2 * MINUTE_MS);
  const confirm = async (email: string) => {
    const token = codeIn((await server.mailsTo(email)).at(-1)?.text);
    return (await server.call('/verify', { body: { type: 'signup', email, token } })).status;
  };
  expect([await confirm(emails[0]), await confirm(emails[1])]).toEqual([422, 200]);
});

test('OPS-04 with confirmation and by a code of a mail an invitation code is needed as well, once', async () => {
  const server = await start('code', { auth: { confirmEmail: true } });
  expect((await signUp(server, freshEmail())).body.code).toBe('signup_disabled');
  const { code } = await newCode(server, { uses: 2, days: 1 });
  const email = freshEmail();
  expect((await signUp(server, email, code)).status).toBe(200);
  const [mail, ...others] = await server.mailsTo(email);
  expect(others).toEqual([]);
  const confirmed = await server.client().verifyOtp({ email, token: codeIn(mail?.text), type: 'signup' });
  expect(confirmed.error).toBeNull();

  const byMail = freshEmail();
  const ask = async (invitation?: string) => {
    const data = { name: 'Ann', ...(invitation && { invitation_code: invitation }) };
    const client = server.client();
    expect((await client.signInWithOtp({ email: byMail, options: { data } })).error).toBeNull();
    return (await server.mailsTo(byMail)).at(-1);
  };
  expect(await ask()).toBeUndefined();
  server.clock.advance(DAY_MS / 2);
  const token = codeIn((await ask(code))?.text);
  const signedIn = await server.client().verifyOtp({ email: byMail, token, type: 'email' });
  expect(signedIn.data.user?.user_metadata).toEqual({ name: 'Ann' });
  expect((await signUp(server, freshEmail(), code)).body.code).toBe('signup_disabled');
});
