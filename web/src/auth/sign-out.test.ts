import { SESSION_STORAGE_KEY } from '@hereabouts/contract/auth';
import { expect, onTestFinished, test, vi } from 'vitest';
import {
  AWAY,
  IN_A_WHILE_S,
  ofSession,
  standInPage,
  storedSession,
  storeSession,
} from '@hereabouts/testing/stand-in-page';
import { PUSH_KEY } from '#web/lib/storage/push-endpoint.ts';
import { REPLACED_GUEST_KEY } from './replaced-guest-storage.ts';
import { PENDING_SIGN_OUTS_KEY } from './stored-session.ts';

const world = standInPage();
const store = (...session: [endsInS: number, accessToken?: string, userId?: string]) =>
  storeSession(world, ...session);
const session = () => import('./session.ts');

test('GUEST-04 a sign-out, here or everywhere, also ends the session of a guest left here', async () => {
  const { signOutEverywhere } = await import('./sign-out-everywhere.ts');
  const { signOut } = await import('./sign-out.ts');
  for (const leave of [async () => signOut(), signOutEverywhere]) {
    store(IN_A_WHILE_S, ofSession('0'.repeat(36)));
    world.items.set(REPLACED_GUEST_KEY, storedSession(IN_A_WHILE_S, ofSession('1'.repeat(36))));
    world.answer = { status: 204, body: {} };
    world.asked = [];
    await leave();
    await expect.poll(() => world.asked).toContain(`/auth/v1/logout?session=${'1'.repeat(36)}`);
    expect(world.items.has(REPLACED_GUEST_KEY)).toBe(false);
  }
  store(IN_A_WHILE_S);
  world.items.set(REPLACED_GUEST_KEY, storedSession(IN_A_WHILE_S));
  world.answer = AWAY;
  await signOutEverywhere();
  expect(world.items.has(REPLACED_GUEST_KEY)).toBe(true);
});

const FACTORS = [{ id: 'f1', factor_type: 'totp', status: 'verified' }];
const GUEST = {
  ...JSON.parse(storedSession(IN_A_WHILE_S, ofSession('1'.repeat(36)))),
  user: { id: 'guest', is_anonymous: true },
};

test.each([
  ['at the second step of an account is the guest again that they were', FACTORS, 'u1', true],
  ['after a full sign-in ends the guest too', [], 'u1', false],
  ['at the second step ends a guest who was left for another account', FACTORS, 'u2', false],
])('GUEST-03 GUEST-04 whoever signs out %s', async (_what, factors, left_for, goesOn) => {
  const account = JSON.parse(storedSession(IN_A_WHILE_S, ofSession('0'.repeat(36))));
  world.items.set(SESSION_STORAGE_KEY, JSON.stringify({ ...account, user: { id: 'u1', factors } }));
  world.items.set(REPLACED_GUEST_KEY, JSON.stringify({ ...GUEST, left_for }));
  world.items.set(PUSH_KEY, 'endpoint session guest guest');
  world.answer = { status: 204, body: {} };
  const { startSession, getSessionState } = await session();
  const { signOut } = await import('./sign-out.ts');
  startSession();
  signOut();
  const guest = { status: 'signed_in', userId: 'guest', isAnonymous: true };
  expect(getSessionState()).toEqual(goesOn ? guest : { status: 'signed_out' });
  expect(JSON.parse(world.items.get(SESSION_STORAGE_KEY) ?? 'null')).toEqual(goesOn ? GUEST : null);
  expect(world.items.has(REPLACED_GUEST_KEY)).toBe(false);
  expect(world.items.get(PUSH_KEY)).toBe(goesOn ? 'endpoint  guest guest' : undefined);
  await expect.poll(() => world.items.has(PENDING_SIGN_OUTS_KEY)).toBe(false);
  expect(world.asked).toContain(`/auth/v1/logout?session=${'0'.repeat(36)}`);
  expect(world.asked.includes(`/auth/v1/logout?session=${'1'.repeat(36)}`)).toBe(!goesOn);
});

test('PROF-06 signing out works without an answer from the server', async () => {
  store(IN_A_WHILE_S);
  const { startSession, getSessionState } = await session();
  const { signOut } = await import('./sign-out.ts');
  startSession();
  world.server.close();
  world.server.closeAllConnections();
  signOut();
  expect(getSessionState()).toEqual({ status: 'signed_out' });
  expect(world.items.has(SESSION_STORAGE_KEY)).toBe(false);
});

test('PROF-06 a sign-out whose page is closed before the server has answered is one at the next start', async () => {
  store(IN_A_WHILE_S, ofSession('0'.repeat(36)));
  world.items.set(REPLACED_GUEST_KEY, storedSession(IN_A_WHILE_S, ofSession('1'.repeat(36))));
  const { signOut } = await import('./sign-out.ts');
  signOut();
  expect(world.items.has(SESSION_STORAGE_KEY)).toBe(false);
  expect(world.items.has(REPLACED_GUEST_KEY)).toBe(false);
  expect(world.items.get(PENDING_SIGN_OUTS_KEY)).toBe(`${'1'.repeat(36)} ${'0'.repeat(36)}`);
});

test('PROF-06 PWA-08 signing out without storage works also where the client does not load', async () => {
  vi.stubGlobal('localStorage', undefined);
  vi.doMock('./stock-client.ts', () => {
    throw new Error('It did not load');
  });
  onTestFinished(() => vi.doUnmock('./stock-client.ts'));
  const { startSession, getSessionState } = await session();
  const { signOut } = await import('./sign-out.ts');
  startSession();
  signOut();
  expect(getSessionState()).toEqual({ status: 'signed_out' });
  await expect.poll(() => console.error).toHaveBeenCalled();
});

test('PROF-06 AUTH-06 a sign-out ends no session that another tab begins before the server has answered', async () => {
  const [id, other] = ['2'.repeat(36), '3'.repeat(36)];
  store(IN_A_WHILE_S, ofSession(id));
  world.answer = { status: 204, body: {} };
  const { signOut } = await import('./sign-out.ts');
  signOut();
  store(IN_A_WHILE_S, ofSession(other));
  await expect.poll(() => world.items.has(PENDING_SIGN_OUTS_KEY)).toBe(false);
  expect(world.asked).toContain(`/auth/v1/logout?session=${id}`);
  const tokens = world.requests.map(({ headers }) => new Headers(headers).get('authorization'));
  expect(tokens).toContain(`bearer ${ofSession(id)}`);
  expect(tokens).not.toContain(`bearer ${ofSession(other)}`);
  expect(world.items.get(SESSION_STORAGE_KEY)).toContain(ofSession(other));
});

test('PROF-06 AUTH-06 signing out everywhere uses the session that asked, and drops no newer one', async () => {
  const [id, other] = ['2'.repeat(36), '3'.repeat(36)];
  store(IN_A_WHILE_S, ofSession(id));
  world.items.set(PUSH_KEY, 'endpoint session u2 u2');
  world.answer = { status: 204, body: {} };
  world.meanwhile = () => store(IN_A_WHILE_S, ofSession(other), 'u2');
  const { signOutEverywhere } = await import('./sign-out-everywhere.ts');
  expect(await signOutEverywhere()).toEqual({ ok: true, value: null });
  expect(world.asked).toEqual(['/auth/v1/logout?scope=global']);
  const tokens = world.requests.map(({ headers }) => new Headers(headers).get('authorization'));
  expect(tokens).toEqual([`Bearer ${ofSession(id)}`]);
  expect(world.items.get(SESSION_STORAGE_KEY)).toContain(ofSession(other));
  expect(world.items.has(PUSH_KEY)).toBe(true);
});

test.each([
  ['has ended', 403, 'session_not_found', false],
  ['is unknown', 401, 'no_authorization', false],
  ['cannot be ended now', 503, 'request_timeout', true],
])('PROF-06 signing out everywhere where the session %s', async (_what, status, code, stays) => {
  store(IN_A_WHILE_S, ofSession('2'.repeat(36)));
  const { startSession, getSessionState } = await session();
  const { signOutEverywhere } = await import('./sign-out-everywhere.ts');
  startSession();
  world.answer = { status, body: { code, message: 'No' } };
  expect((await signOutEverywhere()).ok).toBe(!stays);
  expect(getSessionState().status).toBe(stays ? 'signed_in' : 'signed_out');
});

test('PROF-06 a session that was being renewed when it was signed out is not stored again', async () => {
  const id = '0'.repeat(36);
  const { newSessionStorage } = await import('./session-storage.ts');
  world.items.set(PENDING_SIGN_OUTS_KEY, id);
  newSessionStorage().setItem(SESSION_STORAGE_KEY, storedSession(IN_A_WHILE_S, ofSession(id)));
  expect(world.items.has(SESSION_STORAGE_KEY)).toBe(false);
  newSessionStorage().setItem(SESSION_STORAGE_KEY, storedSession(IN_A_WHILE_S, ofSession('1'.repeat(36))));
  expect(world.items.has(SESSION_STORAGE_KEY)).toBe(true);
});
