import PostalMime from 'postal-mime';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { DAY_MS } from '@hereabouts/contract/durations';
import { bearer, freshEmail, NEW_PASSWORD, PASSWORD } from '@hereabouts/testing/auth-people';
import { startAuthServer, type AuthServer } from '@hereabouts/testing/auth-server';
import { startMailServer, type MailServer } from '@hereabouts/testing/mail-server';
import { isKnownBrowser } from './known-browsers.ts';

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Firefox/128.0';

let mailServer: MailServer;
let server: AuthServer;
let email: string;
beforeAll(async () => {
  mailServer = await startMailServer();
  server = await startAuthServer({ smtpUrl: mailServer.url });
});
beforeEach(() => {
  email = freshEmail();
});
afterAll(async () => {
  await server.stop();
  await mailServer.stop();
});

/** A browser: it keeps its cookie and sends it again. */
function browser(at: AuthServer = server) {
  let cookie = '';
  const send = async (path: string, body: object, more: { method?: string; token?: string } = {}) => {
    const answer = await at.call(path, {
      body,
      ...(more.method !== undefined && { method: more.method }),
      headers: {
        'user-agent': FIREFOX,
        ...(cookie && { cookie }),
        ...(more.token !== undefined && bearer(more.token)),
      },
    });
    const set = answer.headers.getSetCookie().find((text) => text.includes('hereabouts-browser='));
    if (set) cookie = set.split(';', 1)[0] ?? '';
    return { ...answer, set };
  };
  return {
    send,
    token: () => cookie.split('=')[1],
    signUp: () => send('/signup', { email, password: PASSWORD }),
    signIn: (password = PASSWORD) => send('/token?grant_type=password', { email, password }),
  };
}

async function subjects(): Promise<string[]> {
  await server.auth.idle();
  const mine = mailServer.received.filter(({ envelope }) => envelope.includes(email));
  return await Promise.all(mine.map(async ({ raw }) => (await PostalMime.parse(raw)).subject ?? ''));
}
const NEW_SIGN_IN = 'New sign-in to your Hereabouts account';

test('SESS-02 a sign-in from a new browser is notified by e-mail and logged, one from a known browser is not', async () => {
  const own = browser();
  await own.signUp();
  await own.signIn();
  expect(await subjects()).toEqual([]);
  const before = server.securityEvents().length;
  const other = browser();
  const { body } = await other.signIn();
  expect(await subjects()).toEqual([NEW_SIGN_IN]);
  const { text } = await PostalMime.parse(mailServer.received.at(-1)?.raw ?? '');
  expect(text).toContain('Firefox on Windows');
  expect(text).toContain('/profile');
  const events = server.securityEvents().slice(before);
  expect(events).toContainEqual(expect.objectContaining({ security: 'new_browser', user_id: body.user.id }));
  expect(JSON.stringify(events)).not.toContain(email);
  await other.signIn();
  expect(await subjects()).toEqual([NEW_SIGN_IN]);
});

test('SESS-02 a sign-in without any cookie is one from a new browser', async () => {
  await browser().signUp();
  for (let round = 0; round < 2; round += 1) {
    await server.call('/token?grant_type=password', { body: { email, password: PASSWORD } });
  }
  expect(await subjects()).toEqual([NEW_SIGN_IN, NEW_SIGN_IN]);
});

test('SESS-02 the first sign-in after a sign-up is not notified, in whichever browser it is', async () => {
  const confirming = await startAuthServer({
    beside: server,
    smtpUrl: mailServer.url,
    auth: { confirmEmail: true },
  });
  await browser(confirming).signUp();
  await confirming.auth.idle();
  const { text = '' } = await PostalMime.parse(mailServer.received.at(-1)?.raw ?? '');
  const token = /\b\d{6}\b/.exec(text)?.[0];
  const phone = browser(confirming);
  expect((await phone.send('/verify', { type: 'signup', email, token })).status).toBe(200);
  await confirming.auth.idle();
  expect(await subjects()).not.toContain(NEW_SIGN_IN);
  await browser(confirming).signIn();
  await confirming.auth.idle();
  expect(await subjects()).toContain(NEW_SIGN_IN);
  await confirming.stop();
});

test('SESS-02 without a mail server nobody is notified; the log has it all the same', async () => {
  const quiet = await startAuthServer({ beside: server });
  await browser(quiet).signUp();
  await browser(quiet).signIn();
  expect(await quiet.mailsTo(email)).toEqual([]);
  expect(quiet.securityEvents()).toContainEqual(expect.objectContaining({ security: 'new_browser' }));
  await quiet.stop();
});

test('SESS-02 the cookie is one a browser for 400 days, out of reach of scripts and other sites', async () => {
  // A server of its own, whose clock may jump.
  const jumping = await startAuthServer({ smtpUrl: mailServer.url });
  const own = browser(jumping);
  const { set } = await own.signUp();
  expect(set?.toLowerCase().split('; ').slice(1).toSorted()).toEqual([
    'httponly',
    'max-age=34560000',
    'path=/auth/v1',
    'samesite=strict',
  ]);
  const first = own.token();
  await own.signIn();
  expect(own.token()).toBe(first);
  jumping.clock.set(jumping.clock.now() + 400 * DAY_MS + 1);
  await own.signIn();
  await jumping.auth.idle();
  expect(await subjects()).toEqual([NEW_SIGN_IN]);
  await jumping.stop();
});

test('AUTH-09 SESS-02 a browser is known to the accounts that signed in there, and its proof cannot be made up', async () => {
  const own = browser();
  const { body } = await own.signUp();
  const known = (browserToken: string | undefined, userId: string = body.user.id) =>
    isKnownBrowser(server, { browserToken }, userId);
  expect(await known(own.token())).toBe(true);
  expect(await known(undefined)).toBe(false);
  expect(await known('A'.repeat(43))).toBe(false);
  email = `other-${email}`;
  const other = await browser().signUp();
  expect(await known(own.token(), other.body.user.id)).toBe(false);
  const rows = await server.db.query('select * from auth.known_browsers');
  expect(JSON.stringify(rows)).not.toContain(own.token());
  // A value that no browser was given is not taken over.
  const answer = await server.call('/token?grant_type=password', {
    body: { email, password: PASSWORD },
    headers: { cookie: 'hereabouts-browser=short' },
  });
  expect(answer.headers.getSetCookie().join()).not.toContain('=short');
});

test('SESS-02 two accounts that share a browser do not show it in the database', async () => {
  const shared = browser();
  const ids: string[] = [];
  for (const address of [`one-${email}`, `two-${email}`]) {
    email = address;
    ids.push((await shared.signUp()).body.user.id);
  }
  const rows = await server.db.query<{ hash: string }>(
    'select hash from auth.known_browsers where user_id = any($1)',
    [ids],
  );
  expect(new Set(rows.map(({ hash }) => hash)).size).toBe(2);
});

test('SESS-02 an account remembers a bounded number of browsers, the latest ones', async () => {
  const { body } = await browser().signUp();
  const own = browser();
  for (let round = 0; round < 22; round += 1) {
    server.clock.advance(1);
    await browser().signIn();
  }
  server.clock.advance(1);
  await own.signIn();
  const [row] = await server.db.query<{ n: number }>(
    'select count(*)::int as n from auth.known_browsers where user_id = $1',
    [body.user.id],
  );
  expect(row?.n).toBe(20);
  expect(await isKnownBrowser(server, { browserToken: own.token() }, body.user.id)).toBe(true);
});

test('SESS-02 RESET-01 a password reset makes every other browser unknown', async () => {
  const [own, other] = [browser(), browser()];
  const { body } = await own.signUp();
  await other.signIn();
  // Its notice comes before the link.
  await server.auth.idle();
  await own.send('/recover', { email });
  await server.auth.idle();
  const { text = '' } = await PostalMime.parse(mailServer.received.at(-1)?.raw ?? '');
  const tokenHash = /token_hash=([\w-]+)/.exec(text)?.[1];
  const recovered = await own.send('/verify', { type: 'recovery', token_hash: tokenHash });
  const change = { method: 'PUT', token: recovered.body.access_token };
  expect((await own.send('/user', { password: NEW_PASSWORD }, change)).status).toBe(200);
  const isKnown = (who: typeof own) => isKnownBrowser(server, { browserToken: who.token() }, body.user.id);
  expect([await isKnown(own), await isKnown(other)]).toEqual([true, false]);
});
