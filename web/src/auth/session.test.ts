import { SESSION_STORAGE_KEY } from '@hereabouts/contract/auth';
import { beforeEach, expect, test, vi } from 'vitest';
import {
  EXPIRED_S,
  giveUpAtOnce,
  IN_A_WHILE_S,
  NOW_MS,
  ofSession,
  RENEWED,
  standInPage,
  storeSession,
} from '@hereabouts/testing/stand-in-page';

const world = standInPage();
const store = (...session: [endsInS: number, accessToken?: string, userId?: string]) =>
  storeSession(world, ...session);
const session = () => import('./session.ts');

beforeEach(async () => {
  // Of the modules as they are now: those of the test before are others.
  const { setClock } = await import('#web/lib/time/clock.ts');
  setClock(() => NOW_MS);
});

test('AUTH-06 nobody is signed in without a stored session, at once', async () => {
  const { startSession, getSessionState, getAccessToken } = await session();
  startSession();
  expect(getSessionState()).toEqual({ status: 'signed_out' });
  expect(await getAccessToken()).toBeNull();
  expect(world.asked).toEqual([]);
});

test('AUTH-04 a stored session counts at once and needs no network outside the margin of 90 s', async () => {
  store(91);
  const { startSession, getSessionState, getAccessToken } = await session();
  startSession();
  expect(getSessionState()).toEqual({ status: 'signed_in', userId: 'u1' });
  expect(await getAccessToken()).toBe('stored');
  expect(world.asked).toEqual([]);
});

test('AUTH-03 AUTH-04 inside the margin the token is refreshed, and the app is notified', async () => {
  store(90);
  world.answer = RENEWED;
  const { startSession, getAccessToken, onAuthEvent } = await session();
  startSession();
  const events: string[] = [];
  onAuthEvent(({ kind }) => events.push(kind));
  expect(await getAccessToken()).toBe('renewed');
  expect(world.asked).toEqual(['/auth/v1/token?grant_type=refresh_token']);
  expect(events).toContain('TOKEN_REFRESHED');
});

test('AUTH-03 every state of a session reaches the app', async () => {
  world.answer = RENEWED;
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
  world.answer = { status: 200, body: { id: 'u1' } };
  expect(await heardOf(() => setNewPassword('u1', 'y'))).toContainEqual(['USER_UPDATED', 'u1']);
  world.answer = { status: 204, body: {} };
  expect(await heardOf(async () => signOut())).toContainEqual(['SIGNED_OUT', null]);
});

test('RESET-01 the password typed for one person is not set for another whom another tab has signed in since', async () => {
  world.answer = RENEWED;
  const { startSession, getSessionState } = await session();
  const { openResetLink, setNewPassword } = await import('./actions.ts');
  startSession();
  expect(await openResetLink('hash')).toMatchObject({ ok: true, value: { userId: 'u1' } });
  store(IN_A_WHILE_S, 'of another tab', 'u2');
  world.asked.length = 0;
  world.answer = { status: 200, body: { id: 'u2' } };
  expect(await setNewPassword('u1', 'y')).toMatchObject({ ok: false, problem: { kind: 'refused' } });
  expect(world.asked).toEqual([]);
  expect(getSessionState()).toEqual({ status: 'signed_in', userId: 'u2' });
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
  world.answer = ofLevel('aal1');
  const { startSession, getSessionState, onAuthEvent } = await session();
  const { signIn } = await import('./actions.ts');
  const { passSecondStep } = await import('./two-step.ts');
  startSession();
  await signIn({ email: 'a@example.org' }, 'x');
  expect(getSessionState()).toEqual({ status: 'second_step', userId: 'u1' });

  const stored = world.items.get(SESSION_STORAGE_KEY) ?? '';
  vi.resetModules();
  const reloaded = await session();
  reloaded.startSession();
  expect(reloaded.getSessionState()).toEqual({ status: 'second_step', userId: 'u1' });

  world.items.set(SESSION_STORAGE_KEY, stored);
  const events: string[] = [];
  onAuthEvent(({ kind }) => events.push(kind));
  world.answer = ofLevel('aal2');
  expect(await passSecondStep({ kind: 'recovery', code: 'k4m9' })).toEqual({ ok: true, value: null });
  expect(events).toContain('MFA_CHALLENGE_VERIFIED');
  expect(getSessionState()).toEqual({ status: 'signed_in', userId: 'u1' });
});

test('MFA-03 a session that the server calls one step short is led to that step', async () => {
  store(IN_A_WHILE_S);
  const { status, body } = ofLevel('aal1');
  // `GET /user` is answered with a user, a renewal with a session: this is both.
  world.answer = { status, body: { ...body, ...body.user } };
  const { startSession, recheckSession, getSessionState } = await session();
  startSession();
  expect(getSessionState()).toEqual({ status: 'signed_in', userId: 'u1' });
  await recheckSession();
  expect(world.asked).toEqual(['/auth/v1/user', '/auth/v1/token?grant_type=refresh_token']);
  expect(getSessionState()).toEqual({ status: 'second_step', userId: 'u1' });
});

test('AUTH-04 RT-01 a refused token is replaced, also while it still looks good', async () => {
  store(IN_A_WHILE_S);
  world.answer = RENEWED;
  const { startSession, replaceAccessToken, getSessionState } = await session();
  startSession();
  expect(await replaceAccessToken('an older one')).toBe('stored');
  expect(world.asked).toEqual([]);
  expect(await replaceAccessToken('stored')).toBe('renewed');
  world.answer = { status: 400, body: { code: 'refresh_token_not_found', message: 'Invalid Refresh Token' } };
  expect(await replaceAccessToken('renewed')).toBeNull();
  expect(getSessionState()).toEqual({ status: 'signed_out' });
});

test('AUTH-06 a session that cannot be renewed ends without a sign-out, which could end that of another tab', async () => {
  store(IN_A_WHILE_S);
  world.answer = { status: 400, body: { code: 'refresh_token_not_found', message: 'Invalid Refresh Token' } };
  const { startSession, connect, replaceAccessToken, onAuthEvent } = await session();
  startSession();
  const events: string[] = [];
  onAuthEvent(({ kind }) => events.push(kind));
  const client = await connect();
  const { signOut } = client;
  // Another tab begins a session while the client waits for it.
  client.signOut = (...scope) => {
    store(IN_A_WHILE_S, 'of another tab');
    return signOut.apply(client, scope);
  };
  expect(await replaceAccessToken('stored')).toBeNull();
  expect(world.asked).toEqual(['/auth/v1/token?grant_type=refresh_token']);
  expect(events).toContain('SIGNED_OUT');
});

test('MFA-02 AUTH-05 a session whose level is raised while its renewal is refused goes on', async () => {
  store(IN_A_WHILE_S, claims('aal1'));
  world.answer = { status: 400, body: { code: 'refresh_token_already_used', message: 'Already Used' } };
  world.meanwhile = () => store(IN_A_WHILE_S, claims('aal2'));
  const { startSession, replaceAccessToken, getSessionState } = await session();
  startSession();
  expect(await replaceAccessToken(claims('aal1'))).toBe(claims('aal2'));
  expect(getSessionState()).toEqual({ status: 'signed_in', userId: 'u1' });
});

test('AUTH-06 an expired session that cannot be renewed is over', async () => {
  store(EXPIRED_S);
  world.answer = { status: 400, body: { code: 'refresh_token_not_found', message: 'Invalid Refresh Token' } };
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
  expect(world.asked).toEqual(['/auth/v1/user']);
  expect(getSessionState()).toEqual({ status: 'signed_in', userId: 'u1' });
});

test('AUTH-05 AUTH-06 a session that ended elsewhere is over when the server is asked', async () => {
  store(IN_A_WHILE_S);
  world.answer = { status: 403, body: { code: 'session_not_found', message: 'This session has ended' } };
  const { startSession, recheckSession, getSessionState } = await session();
  startSession();
  await recheckSession();
  expect(getSessionState()).toEqual({ status: 'signed_out' });
  expect(world.items.has(SESSION_STORAGE_KEY)).toBe(false);
});

test.for([
  ['the next one of the same person', 'since', 'u1', true],
  ['that of somebody else', 'since', 'u2', false],
] as const)(
  'RESET-01 RT-01 a session that has ended is replaced where %s is stored',
  async ([_whose, id, userId, expected]) => {
    store(IN_A_WHILE_S, ofSession(id), userId);
    world.answer = { status: 200, body: { id: userId } };
    const { startSession, isReplaced } = await session();
    startSession();
    expect(await isReplaced(ofSession('before'))).toBe(expected);
    expect(world.asked).toEqual(['/auth/v1/user']);
  },
);

test.for([
  ['recheckSession', { status: 403, body: { code: 'session_not_found', message: 'This session has ended' } }],
  ['recheckSession', { status: 401, body: { code: 'bad_jwt', message: 'Please sign in' } }],
  ['replaceAccessToken', { status: 400, body: { code: 'refresh_token_not_found', message: 'Gone' } }],
] as const)(
  'AUTH-06 RESET-01 a session that another tab has begun since stays when %s hears that the last one is over',
  async ([act, refusal]) => {
    store(IN_A_WHILE_S, ofSession('before'));
    world.answer = refusal;
    const { startSession, getSessionState, getAccessToken, ...functions } = await session();
    startSession();
    world.meanwhile = () => store(IN_A_WHILE_S, ofSession('since'));
    const told = await functions[act](ofSession('before'));
    expect(world.asked.filter((url) => url.includes('logout'))).toEqual([]);
    expect(getSessionState()).toEqual({ status: 'signed_in', userId: 'u1' });
    expect(await getAccessToken()).toBe(ofSession('since'));
    if (act === 'replaceAccessToken') expect(told).toBe(ofSession('since'));
  },
);

test.each([503, 200])(
  'AUTH-05 RT-01 whether an ended session is replaced is not known while the service answers %i about it',
  async (status) => {
    store(IN_A_WHILE_S, ofSession('ended'));
    giveUpAtOnce(world);
    world.answer = { status, body: { id: 'u1' } };
    const { startSession, isReplaced } = await session();
    startSession();
    await expect(isReplaced(ofSession('ended'))).rejects.toThrow('not known');
  },
);

test('AUTH-06 a tab follows its storage: what another tab tells counts once it is stored', async () => {
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
  // The client reports the stored session itself too, at a time of its own.
  const events: string[] = [];
  onAuthEvent(({ kind, userId }) => events.push(`${kind} ${userId}`));
  send('SIGNED_IN', 'u2');
  send('SIGNED_OUT', null);
  await expect.poll(() => events).toContain('SIGNED_IN u2');
  expect(getSessionState()).toEqual({ status: 'signed_in', userId: 'u1' });
  world.items.delete(SESSION_STORAGE_KEY);
  send('SIGNED_OUT', null);
  await expect.poll(() => events).toContain('SIGNED_OUT null');
  expect(events.filter((event) => event === 'SIGNED_OUT null')).toHaveLength(1);
  expect(getSessionState()).toEqual({ status: 'signed_out' });
});

test.each([
  ['pageshow', { persisted: true }, 'signed_out'],
  ['pageshow', { persisted: false }, 'signed_in'],
  ['storage', { key: null }, 'signed_out'],
  ['storage', { key: 'another' }, 'signed_in'],
])(
  'AUTH-06 PROF-06 after a sign-out in another tab, a page that gets %s %j is %s',
  async (type, of, status) => {
    store(IN_A_WHILE_S);
    const { startSession, getSessionState } = await session();
    startSession();
    world.items.delete(SESSION_STORAGE_KEY);
    window.dispatchEvent(Object.assign(new Event(type), of));
    expect(getSessionState().status).toBe(status);
  },
);

test('REG-02 a session in a link is taken by no browser, one that waits for a confirmation included', async () => {
  world.items.set('hereabouts.awaits-confirmation', '1');
  Object.assign(location, { hash: '#access_token=planted&refresh_token=r&expires_in=900&token_type=bearer' });
  const { startSession, connect, getSessionState } = await session();
  startSession();
  await (await connect()).getSession();
  expect([getSessionState(), world.asked]).toEqual([{ status: 'signed_out' }, []]);
  expect(history.replaceState).toHaveBeenCalledWith(null, '', '/');
});
