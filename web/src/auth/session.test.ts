import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SESSION_STORAGE_KEY } from '@hereabouts/contract/auth';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

/** Real storage, client and network; only the page around them is a stand-in. e2e/ drives the same in a browser. */

/** The present: the auth client reads no clock but its own. */
const NOW_MS = Date.now();
const IN_A_WHILE_S = 600;
const EXPIRED_S = -60;

const RENEWED = {
  status: 200,
  body: {
    access_token: 'renewed',
    refresh_token: 'r2',
    token_type: 'bearer',
    expires_in: 900,
    expires_at: Math.floor(NOW_MS / 1000) + 900,
    user: { id: 'u1' },
  },
};

const items = new Map<string, string>();
let server: Server;
let asked: string[];
let answer: { status: number; body: object };
/** Before each answer. */
let meanwhile = () => {};

beforeEach(async () => {
  vi.resetModules();
  items.clear();
  asked = [];
  meanwhile = () => {};
  answer = { status: 503, body: { code: 'request_timeout', message: 'Please try again.' } };
  server = createServer((request, response) => {
    asked.push(request.url ?? '');
    meanwhile();
    response.writeHead(answer.status, {
      'content-type': 'application/json',
      'x-supabase-api-version': '2024-01-01',
    });
    response.end(JSON.stringify(answer.body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const localStorage = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
  vi.stubGlobal('localStorage', localStorage);
  vi.stubGlobal('navigator', { onLine: true });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  vi.stubGlobal('location', {
    origin,
    href: `${origin}/`,
    hash: '',
    pathname: '/',
    search: '',
  });
  vi.stubGlobal('history', { state: null, replaceState: vi.fn<() => void>() });
  vi.stubGlobal('window', { addEventListener() {}, removeEventListener() {}, location });
  // Hidden, so that the client does not renew by its own timer.
  vi.stubGlobal('document', { visibilityState: 'hidden' });
  vi.stubGlobal('BroadcastChannel', undefined);
  vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  // Of the modules as they are now: those of the test before are others.
  const { setClock } = await import('#web/lib/time/clock.ts');
  setClock(() => NOW_MS);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  server.closeAllConnections();
  server.close();
});

const store = (endsInS: number, accessToken = 'stored') =>
  items.set(
    SESSION_STORAGE_KEY,
    JSON.stringify({
      access_token: accessToken,
      refresh_token: 'r',
      token_type: 'bearer',
      expires_in: 900,
      expires_at: Math.floor(NOW_MS / 1000) + endsInS,
      user: { id: 'u1' },
    }),
  );
const session = () => import('./session.ts');

test('AUTH-06 nobody is signed in without a stored session, at once', async () => {
  const { startSession, getSessionState, getAccessToken } = await session();
  startSession();
  expect(getSessionState()).toEqual({ status: 'signed_out' });
  expect(await getAccessToken()).toBeNull();
  expect(asked).toEqual([]);
});

test('AUTH-04 a stored session counts at once and needs no network outside the margin of 90 s', async () => {
  store(91);
  const { startSession, getSessionState, getAccessToken } = await session();
  startSession();
  expect(getSessionState()).toEqual({ status: 'signed_in', userId: 'u1' });
  expect(await getAccessToken()).toBe('stored');
  expect(asked).toEqual([]);
});

test('AUTH-03 AUTH-04 inside the margin the token is refreshed, and the app is notified', async () => {
  store(90);
  answer = RENEWED;
  const { startSession, getAccessToken, onAuthEvent } = await session();
  startSession();
  const events: string[] = [];
  onAuthEvent(({ kind }) => events.push(kind));
  expect(await getAccessToken()).toBe('renewed');
  expect(asked).toEqual(['/auth/v1/token?grant_type=refresh_token']);
  expect(events).toContain('TOKEN_REFRESHED');
});

test('AUTH-03 every state of a session reaches the app', async () => {
  answer = RENEWED;
  const { startSession, connect, onAuthEvent } = await session();
  const { signOut } = await import('./sign-out.ts');
  const { signIn, openResetLink, setNewPassword } = await import('./actions.ts');
  startSession();
  const events: [string, string | null][] = [];
  onAuthEvent(({ kind, userId }) => events.push([kind, userId]));
  const heardOf = async (act: () => Promise<unknown>) => {
    events.length = 0;
    await act();
    return [...events];
  };
  expect(await heardOf(() => signIn({ email: 'a@example.org' }, 'x'))).toContainEqual(['SIGNED_IN', 'u1']);
  expect(await heardOf(() => openResetLink('hash'))).toContainEqual(['PASSWORD_RECOVERY', 'u1']);
  const client = await connect();
  expect(await heardOf(() => client.refreshSession())).toContainEqual(['TOKEN_REFRESHED', 'u1']);
  const verify = () => client.mfa.verify({ factorId: 'f1', challengeId: 'c1', code: '123456' });
  expect(await heardOf(verify)).toContainEqual(['MFA_CHALLENGE_VERIFIED', 'u1']);
  answer = { status: 200, body: { id: 'u1' } };
  expect(await heardOf(() => setNewPassword('y'))).toContainEqual(['USER_UPDATED', 'u1']);
  answer = { status: 204, body: {} };
  expect(await heardOf(signOut)).toContainEqual(['SIGNED_OUT', null]);
});

const claims = (aal: string) => `h.${Buffer.from(JSON.stringify({ aal })).toString('base64url')}.s`;
const ofLevel = (aal: string) => ({
  status: 200,
  body: {
    ...RENEWED.body,
    access_token: claims(aal),
    user: { id: 'u1', factors: [{ id: 'f1', factor_type: 'totp', status: 'verified' }] },
  },
});

test('MFA-03 AUTH-03 after the password the session waits for its second step, also after a reload', async () => {
  answer = ofLevel('aal1');
  const { startSession, getSessionState, onAuthEvent } = await session();
  const { signIn } = await import('./actions.ts');
  const { passSecondStep } = await import('./two-step.ts');
  startSession();
  await signIn({ email: 'a@example.org' }, 'x');
  expect(getSessionState()).toEqual({ status: 'second_step', userId: 'u1' });

  const stored = items.get(SESSION_STORAGE_KEY) ?? '';
  vi.resetModules();
  const reloaded = await session();
  reloaded.startSession();
  expect(reloaded.getSessionState()).toEqual({ status: 'second_step', userId: 'u1' });

  items.set(SESSION_STORAGE_KEY, stored);
  const events: string[] = [];
  onAuthEvent(({ kind }) => events.push(kind));
  answer = ofLevel('aal2');
  expect(await passSecondStep({ kind: 'recovery', code: 'k4m9' })).toEqual({ ok: true, value: null });
  expect(events).toContain('MFA_CHALLENGE_VERIFIED');
  expect(getSessionState()).toEqual({ status: 'signed_in', userId: 'u1' });
});

test('MFA-03 a session that the server calls one step short is led to that step', async () => {
  store(IN_A_WHILE_S);
  const { status, body } = ofLevel('aal1');
  // `GET /user` is answered with a user, a renewal with a session: this is both.
  answer = { status, body: { ...body, ...body.user } };
  const { startSession, recheckSession, getSessionState } = await session();
  startSession();
  expect(getSessionState()).toEqual({ status: 'signed_in', userId: 'u1' });
  await recheckSession();
  expect(asked).toEqual(['/auth/v1/user', '/auth/v1/token?grant_type=refresh_token']);
  expect(getSessionState()).toEqual({ status: 'second_step', userId: 'u1' });
});

test('AUTH-04 RT-01 a refused token is replaced, also while it still looks good', async () => {
  store(IN_A_WHILE_S);
  answer = RENEWED;
  const { startSession, replaceAccessToken, getSessionState } = await session();
  startSession();
  expect(await replaceAccessToken('an older one')).toBe('stored');
  expect(asked).toEqual([]);
  expect(await replaceAccessToken('stored')).toBe('renewed');
  answer = { status: 400, body: { code: 'refresh_token_not_found', message: 'Invalid Refresh Token' } };
  expect(await replaceAccessToken('renewed')).toBeNull();
  expect(getSessionState()).toEqual({ status: 'signed_out' });
});

test('AUTH-06 an expired session that cannot be renewed is over', async () => {
  store(EXPIRED_S);
  answer = { status: 400, body: { code: 'refresh_token_not_found', message: 'Invalid Refresh Token' } };
  const { startSession, getSessionState, subscribeToSession } = await session();
  const changed = new Promise<void>((resolve) => subscribeToSession(resolve));
  startSession();
  expect(getSessionState()).toEqual({ status: 'checking' });
  await changed;
  expect(getSessionState()).toEqual({ status: 'signed_out' });
});

test('AUTH-05 trouble on the way does not sign anybody out', async () => {
  store(IN_A_WHILE_S);
  const { startSession, recheckSession, getSessionState } = await session();
  startSession();
  await recheckSession();
  expect(asked).toEqual(['/auth/v1/user']);
  expect(getSessionState()).toEqual({ status: 'signed_in', userId: 'u1' });
});

test('AUTH-05 AUTH-06 a session that ended elsewhere is over when the server is asked', async () => {
  store(IN_A_WHILE_S);
  answer = { status: 403, body: { code: 'session_not_found', message: 'This session has ended' } };
  const { startSession, recheckSession, getSessionState } = await session();
  startSession();
  await recheckSession();
  expect(getSessionState()).toEqual({ status: 'signed_out' });
  expect(items.has(SESSION_STORAGE_KEY)).toBe(false);
});

const ofSession = (id: string) =>
  `h.${Buffer.from(JSON.stringify({ session_id: id })).toString('base64url')}.s`;

test.for([
  ['recheckSession', { status: 403, body: { code: 'session_not_found', message: 'This session has ended' } }],
  ['recheckSession', { status: 401, body: { code: 'bad_jwt', message: 'Please sign in' } }],
  ['replaceAccessToken', { status: 400, body: { code: 'refresh_token_not_found', message: 'Gone' } }],
] as const)(
  'AUTH-06 RESET-01 a session that another tab has begun since stays when %s hears that the last one is over',
  async ([act, refusal]) => {
    store(IN_A_WHILE_S, ofSession('before'));
    answer = refusal;
    const { startSession, getSessionState, getAccessToken, ...functions } = await session();
    startSession();
    meanwhile = () => store(IN_A_WHILE_S, ofSession('since'));
    const told = await functions[act](ofSession('before'));
    expect(asked.filter((url) => url.includes('logout'))).toEqual([]);
    expect(getSessionState()).toEqual({ status: 'signed_in', userId: 'u1' });
    expect(await getAccessToken()).toBe(ofSession('since'));
    if (act === 'replaceAccessToken') expect(told).toBe(ofSession('since'));
  },
);

test('AUTH-06 a tab is who its storage says: what another tab tells ahead of it counts once it is there', async () => {
  const told = new EventTarget();
  const send = (event: string, user: string | null) => {
    const session = user && { access_token: ofSession('since'), refresh_token: 'r', user: { id: user } };
    told.dispatchEvent(new MessageEvent('message', { data: { event, session } }));
  };
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      addEventListener = told.addEventListener.bind(told);
      postMessage() {}
    },
  );
  store(IN_A_WHILE_S, ofSession('before'));
  const { startSession, connect, getSessionState, onAuthEvent } = await session();
  startSession();
  await connect();
  const kinds: string[] = [];
  onAuthEvent(({ kind }) => kinds.push(kind));
  send('SIGNED_IN', 'u2');
  send('SIGNED_OUT', null);
  await vi.waitFor(() => expect(kinds).toEqual(['SIGNED_IN']));
  expect(getSessionState()).toEqual({ status: 'signed_in', userId: 'u1' });
  items.delete(SESSION_STORAGE_KEY);
  send('SIGNED_OUT', null);
  await vi.waitFor(() => expect(kinds).toEqual(['SIGNED_IN', 'SIGNED_OUT']));
  expect(getSessionState()).toEqual({ status: 'signed_out' });
});

test('PROF-06 signing out works without an answer from the server', async () => {
  store(IN_A_WHILE_S);
  const { startSession, getSessionState } = await session();
  const { signOut } = await import('./sign-out.ts');
  startSession();
  server.close();
  server.closeAllConnections();
  await signOut();
  expect(getSessionState()).toEqual({ status: 'signed_out' });
  expect(items.has(SESSION_STORAGE_KEY)).toBe(false);
});

test('REG-02 a session in a link is taken by no browser, one that waits for a confirmation included', async () => {
  items.set('hereabouts.awaits-confirmation', '1');
  Object.assign(location, { hash: '#access_token=planted&refresh_token=r&expires_in=900&token_type=bearer' });
  const { startSession, connect, getSessionState } = await session();
  startSession();
  await (await connect()).getSession();
  expect([getSessionState(), asked]).toEqual([{ status: 'signed_out' }, []]);
  expect(history.replaceState).toHaveBeenCalledWith(null, '', '/');
});
