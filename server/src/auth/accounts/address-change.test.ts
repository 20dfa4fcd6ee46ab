import {
  bearer,
  codeIn,
  freshEmail,
  lastCodeTo,
  lastMailTo,
  PASSWORD,
} from '@hereabouts/testing/auth-people';
import { startAuthServer, type AuthServer } from '@hereabouts/testing/auth-server';
import { proveAddresses } from '@hereabouts/testing/second-step';
import { silentLog } from '@hereabouts/testing/silent-log';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOneTimeTokens } from '#server/auth/codes/one-time-tokens.ts';
import { startEmailChange, startPhoneChange } from '#server/auth/codes/send-codes.ts';
import { openKeyedTokens } from '#server/auth/tokens/opaque-tokens.ts';
import { createJobs } from '#server/jobs/jobs.ts';
import { findUserById } from './user-repo.ts';

let server: AuthServer;
beforeAll(async () => {
  server = await startAuthServer({
    auth: { sendPauseS: 0, confirmEmail: true, smsPerDay: 1_000, smsCountries: ['JE', 'GB'] },
  });
});
afterAll(() => server.stop());

async function signedIn() {
  const email = freshEmail();
  const id = await server.auth.createAccount({ name: 'Ann', email, password: PASSWORD });
  await proveAddresses(server.db, id);
  const signIn = async () => {
    const { body } = await server.call('/token?grant_type=password', {
      body: { email, password: PASSWORD },
    });
    return bearer(body.access_token);
  };
  return { email, id, headers: await signIn(), signIn };
}

const change = (headers: Record<string, string>, changes: object) =>
  server.call('/user', { method: 'PUT', body: changes, headers });

test('REG-03 neither response nor own mailbox shows whether a wished address has an account (S53)', async () => {
  const { email: taken } = await signedIn();
  const pending = 'pending@example.org';
  await server.call('/signup', { body: { email: pending, password: PASSWORD } });
  await server.auth.idle();
  const outcomes = [];
  for (const wished of ['free@example.org', taken, pending]) {
    const { email, headers } = await signedIn();
    const { status, body } = await change(headers, { email: wished });
    const mail = await lastMailTo(server, email);
    const half = await server.call('/verify', {
      body: { type: 'email_change', email, token: codeIn(mail.text) },
    });
    const masked = (text: string) => text.replaceAll(wished, 'X').replaceAll(email, 'Y');
    const shown = masked(mail.text).replaceAll(/\d{6}/g, '0');
    outcomes.push({
      status,
      wished: body.new_email === wished,
      shown,
      subject: mail.subject,
      half: half.body,
    });
  }
  expect(outcomes[0]).toMatchObject({ status: 200, wished: true, subject: expect.stringContaining('email') });
  expect(outcomes[1]).toEqual(outcomes[0]);
  expect(outcomes[2]).toEqual(outcomes[0]);
  expect(await server.mailsTo(taken)).toHaveLength(0);
});

test.each([
  ['before', true],
  ['after', false],
])(
  'REG-03 AUTH-08 a sign-up by a stranger, begun %s the change and never confirmed, keeps no address from its owner',
  async (_, isBefore) => {
    const { email, headers, id } = await signedIn();
    const wished = `wished-${isBefore}@example.org`;
    const stranger = () =>
      server.call('/signup', { body: { email: wished, password: `${PASSWORD}-stranger` } });
    if (isBefore) await stranger();
    await server.auth.idle();
    await change(headers, { email: wished });
    const codes: [string, string][] = [];
    for (const address of [email, wished]) codes.push([address, await lastCodeTo(server, address)]);
    if (!isBefore) await stranger();
    await server.auth.idle();
    const answers = [];
    for (const [address, token] of codes)
      answers.push(await server.call('/verify', { body: { type: 'email_change', email: address, token } }));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers[1]?.body.user).toMatchObject({ id, email: wished });
    const signIn = (password: string) =>
      server.call('/token?grant_type=password', { body: { email: wished, password } });
    expect((await signIn(`${PASSWORD}-stranger`)).status).toBe(400);
    expect((await signIn(PASSWORD)).body.user).toMatchObject({ id });
  },
);

test('a code of a change that came with an access token completes the change of this person only (S54)', async () => {
  const number = '+447797700077';
  const [owner, other] = [await signedIn(), await signedIn()];
  const wish = { phone: number, current_password: PASSWORD };
  expect((await change(owner.headers, wish)).status).toBe(200);
  await server.auth.idle();
  const own = codeIn((await server.textsTo(number)).at(-1));
  expect((await change(other.headers, wish)).status).toBe(200);
  await server.auth.idle();
  const others = codeIn((await server.textsTo(number)).at(-1));
  expect(others).not.toBe(own);
  const enter = (token: string) =>
    server.call('/verify', { body: { type: 'phone_change', phone: number, token }, headers: owner.headers });
  expect(await enter(others)).toMatchObject({ status: 403, body: { code: 'otp_expired' } });
  const { status, body } = await enter(own);
  expect([status, body.user.id, body.user.phone]).toEqual([200, owner.id, number]);
});

test.each([
  ['ending all other sessions', 'others'],
  ['signing out everywhere', 'global'],
])('SESS-01 %s gives up a change of address that another session has begun', async (_, scope) => {
  const { email, headers: thief, signIn } = await signedIn();
  const wished = `thief-${scope}@example.org`;
  await change(thief, { email: wished });
  const codes = [
    [email, await lastCodeTo(server, email)],
    [wished, await lastCodeTo(server, wished)],
  ];
  const owner = await signIn();
  expect((await server.call(`/logout?scope=${scope}`, { method: 'POST', headers: owner })).status).toBe(204);
  // Nor are the codes sent again.
  await server.call('/resend', { body: { type: 'email_change', email } });
  await server.auth.idle();
  for (const [address, token] of codes) {
    const { status, body } = await server.call('/verify', {
      body: { type: 'email_change', email: address, token },
    });
    expect([status, body.code]).toEqual([403, 'otp_expired']);
  }
  expect(await server.mailsTo(wished)).toHaveLength(1);
});

test.each([
  ['an address', { email: 'wish1@example.org' }, { email: 'wish2@example.org' }, startEmailChange],
  ['a number', { phone: '+447797700071' }, { phone: '+447797700072' }, startPhoneChange],
] as const)(
  'a change of %s that another has replaced since the account was read gets no codes',
  async (_, wished, wishedSince, start) => {
    const { id, headers } = await signedIn();
    const { db, clock } = server;
    const ask = async (changes: object) => {
      expect((await change(headers, { ...changes, current_password: PASSWORD })).status).toBe(200);
      await server.auth.idle();
    };
    const listCodes = () =>
      db.query('select id, sent_to from auth.one_time_tokens where user_id = $1 order by id', [id]);
    await ask(wished);
    const readBefore = await findUserById(db, id);
    await ask(wishedSince);
    const codes = await listCodes();
    const parts = {
      db,
      clock,
      jobs: createJobs({ db, clock, log: silentLog }).jobs,
      oneTimeTokens: createOneTimeTokens({ clock, tokens: await openKeyedTokens(db, null) }),
      askedFrom: () => ({}),
    };
    await start(parts, { ip: '127.0.0.1', origin: server.url, redirectTo: undefined }, readBefore!);
    expect(await listCodes()).toEqual(codes);
  },
);

test('the first address of an account with a number is confirmed by a code and by no link', async () => {
  const phone = '+447797700073';
  const id = await server.auth.createAccount({ name: 'Ann', phone, password: PASSWORD });
  const { body } = await server.call('/token?grant_type=password', { body: { phone, password: PASSWORD } });
  const email = freshEmail();
  const headers = bearer(body.access_token);
  expect((await change(headers, { email, current_password: PASSWORD })).status).toBe(200);
  const { text, html } = await lastMailTo(server, email);
  expect(text + html).not.toMatch(/token_hash|\/confirm/);
  const answer = await server.call('/verify', {
    body: { type: 'email_change', email, token: codeIn(text) },
    headers,
  });
  expect([answer.status, answer.body.user]).toMatchObject([200, { id, email, phone }]);
});
