import { SESSION_STORAGE_KEY } from '@hereabouts/contract/auth';
import {
  IN_A_WHILE_S,
  ofSession,
  RENEWED,
  standInPage,
  storedSession,
} from '@hereabouts/testing/stand-in-page';
import { beforeEach, expect, test } from 'vitest';
import { REPLACED_GUEST_KEY } from './replaced-guest-storage.ts';

const world = standInPage();

const [OLD, NEW, LEFT] = ['0'.repeat(36), '1'.repeat(36), '2'.repeat(36)];
const withUser = (user: object, sessionId: string, left_for?: string) =>
  JSON.stringify({ ...JSON.parse(storedSession(IN_A_WHILE_S, ofSession(sessionId))), user, left_for });
const FACTORS = [{ id: 'f1', factor_type: 'totp', status: 'verified' }];
const HALF_WAY = withUser({ id: 'u1', factors: FACTORS }, OLD);
const stored = () => JSON.parse(world.items.get(SESSION_STORAGE_KEY) ?? 'null') as unknown;
const ended = () => world.asked.filter((path) => path.includes('logout?session'));

/** What a sign-in gives. */
let user: object;
beforeEach(() => {
  const granted = () => ({ status: 200, body: { ...RENEWED.body, access_token: ofSession(NEW), user } });
  world.meanwhile = () => {
    world.answer = world.asked.at(-1)?.includes('logout') ? { status: 204, body: {} } : granted();
  };
});

test('GUEST-03 GUEST-04 whoever goes on as a guest at the second step of an account is the guest again that they were', async () => {
  world.items.set(SESSION_STORAGE_KEY, HALF_WAY);
  world.items.set(REPLACED_GUEST_KEY, withUser({ id: 'guest', is_anonymous: true }, LEFT, 'u1'));
  const { signInAsGuest } = await import('./actions.ts');
  expect(await signInAsGuest('Zoe')).toEqual({ ok: true, value: null });
  expect(stored()).toMatchObject({ user: { id: 'guest' } });
  expect(world.items.has(REPLACED_GUEST_KEY)).toBe(false);
  await expect.poll(ended).toEqual([`/auth/v1/logout?session=${OLD}`]);
  expect(world.asked.filter((path) => path.includes('signup'))).toEqual([]);
});

test('GUEST-01 MFA-03 a new guest at the second step of an account ends the session that waits for it', async () => {
  world.items.set(SESSION_STORAGE_KEY, HALF_WAY);
  user = { id: 'guest', is_anonymous: true };
  const { signInAsGuest } = await import('./actions.ts');
  expect(await signInAsGuest('Zoe')).toEqual({ ok: true, value: null });
  expect(stored()).toMatchObject({ user: { id: 'guest' } });
  await expect.poll(ended).toEqual([`/auth/v1/logout?session=${OLD}`]);
});

test.each(['code', 'link'])(
  'GUEST-02 SESS-01 a guest who becomes an account by the %s of a mail is signed in once here',
  async (by) => {
    world.items.set(SESSION_STORAGE_KEY, withUser({ id: 'u1', is_anonymous: true }, OLD));
    user = { id: 'u1', app_metadata: {} };
    const { confirmAccount, confirmAccountByLink } = await import('./guest-account.ts');
    const confirm = () =>
      by === 'code' ? confirmAccount('zoe@example.org', '123456') : confirmAccountByLink('hash');
    expect(await confirm()).toMatchObject({ ok: true });
    expect(stored()).toMatchObject({ access_token: ofSession(NEW) });
    await expect.poll(ended).toEqual([`/auth/v1/logout?session=${OLD}`]);
    expect(world.items.has(REPLACED_GUEST_KEY)).toBe(false);
  },
);

test('GUEST-02 a wrong code leaves the guest the session that they have', async () => {
  world.items.set(SESSION_STORAGE_KEY, withUser({ id: 'u1', is_anonymous: true }, OLD));
  world.meanwhile = () => {};
  world.answer = { status: 403, body: { code: 'otp_expired', message: 'Expired' } };
  const { confirmAccount } = await import('./guest-account.ts');
  expect(await confirmAccount('zoe@example.org', '123456')).toMatchObject({ ok: false });
  expect([stored(), ended()]).toMatchObject([{ access_token: ofSession(OLD) }, []]);
});
