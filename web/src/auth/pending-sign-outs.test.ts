import { EXPIRED_S, NOW_MS, RENEWED, standInPage, storedSession } from '@hereabouts/testing/stand-in-page';
import { expect, test, vi } from 'vitest';
import { REPLACED_GUEST_KEY } from './replaced-guest-storage.ts';
import { PENDING_SIGN_OUTS_KEY } from './stored-session.ts';

const ID = '4f3c2b1a-0000-4000-8000-000000000000';
const world = standInPage();

test.each([
  ['the server', 204, true, {}],
  ['a server that knows no such session', 401, true, { code: 'bad_jwt', message: 'Please sign in' }],
  ['a server that is busy', 429, false, { code: 'over_request_rate_limit', message: 'Please wait' }],
  ['a server that fails', 500, false, { code: 'unexpected_failure', message: 'Sorry' }],
  ['a proxy without a server', 404, false, '<h1>Not found</h1>'],
  ['a proxy with a page of its own', 200, false, { code: 'sign in to this network' }],
] as const)(
  'PROF-06 LIVE-10 a session that was signed out here and is answered by %s (%i) is ended: %s',
  async (_who, status, isEnded, body) => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    world.items.set(PENDING_SIGN_OUTS_KEY, ID);
    world.answer = { status, body: body as object };
    const { sendPendingSignOuts } = await import('./pending-sign-outs.ts');
    await sendPendingSignOuts();
    expect(world.asked).toEqual([`/auth/v1/logout?session=${ID}`]);
    expect(world.items.has(PENDING_SIGN_OUTS_KEY)).toBe(!isEnded);
    expect(world.requests[0]?.keepalive).toBe(true);
  },
);

test.each([
  ['the service has ended', 400, null, { code: 'refresh_token_not_found', message: 'Gone' }],
  ['a proxy answers for', 404, 'unknown', { message: 'no route' }],
  ['a page of another network answers for', 200, 'unknown', {}],
])('GUEST-04 a guest whose session %s (%i): %s', async (_what, status, expected, body) => {
  world.items.set(REPLACED_GUEST_KEY, storedSession(EXPIRED_S));
  world.answer = { status, body };
  const { replacedGuestToken } = await import('./replaced-guest-token.ts');
  expect(await replacedGuestToken().catch(() => 'unknown')).toBe(expected);
});

test.each([
  [91, 'stored', []],
  [90, 'renewed', ['/auth/v1/token?grant_type=refresh_token']],
])('GUEST-04 AUTH-04 with %i s left a guest’s token is the %s one', async (endsInS, expected, asked) => {
  const { setClock } = await import('#web/lib/time/clock.ts');
  setClock(() => NOW_MS);
  world.items.set(REPLACED_GUEST_KEY, storedSession(endsInS));
  world.answer = RENEWED;
  const { replacedGuestToken } = await import('./replaced-guest-token.ts');
  expect(await replacedGuestToken()).toBe(expected);
  expect(world.asked).toEqual(asked);
});

test('GUEST-04 the renewed session of a guest is kept, so that a later try finds the token that renews it next', async () => {
  const before = { ...JSON.parse(storedSession(EXPIRED_S)), left_for: 'u2' };
  const keep = () => void world.items.set(REPLACED_GUEST_KEY, JSON.stringify(before));
  keep();
  world.answer = RENEWED;
  const { replacedGuestToken } = await import('./replaced-guest-token.ts');
  const { readReplacedGuest } = await import('./replaced-guest.ts');
  expect([await replacedGuestToken(), await replacedGuestToken()]).toEqual(['renewed', 'renewed']);
  expect(world.asked).toEqual(['/auth/v1/token?grant_type=refresh_token']);
  const kept = JSON.parse(world.items.get(REPLACED_GUEST_KEY) ?? '');
  expect(kept).toMatchObject({ access_token: 'renewed', refresh_token: 'r2' });
  expect(kept.expires_at).toBeGreaterThanOrEqual(Math.floor(NOW_MS / 1_000) + 900);
  expect(readReplacedGuest()).toMatchObject({ userId: 'u1', replacedBy: 'u2' });
  // Not one that was left meanwhile.
  keep();
  world.meanwhile = () => void world.items.delete(REPLACED_GUEST_KEY);
  expect(await replacedGuestToken()).toBe('renewed');
  expect(world.items.has(REPLACED_GUEST_KEY)).toBe(false);
});
