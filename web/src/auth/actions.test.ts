import { IN_A_WHILE_S, standInPage, storeSession } from '@hereabouts/testing/stand-in-page';
import { expect, test } from 'vitest';

const world = standInPage();

const ADDRESS = { email: 'zoe@example.org' };
const PASSWORD = 'gorse-and-granite-49';
const INVITATION = '/join/T?from=mail';

const actions = () => import('./actions.ts');
/** What was asked for, and where the link of its mail leads. */
async function landingOf(act: () => Promise<unknown>): Promise<[path: string, landing: string | null]> {
  world.answer = { status: 200, body: { id: 'u1', is_anonymous: true } };
  world.asked = [];
  await act();
  const { pathname, searchParams } = new URL(world.asked[0] ?? '', location.origin);
  return [pathname, searchParams.get('redirect_to')];
}

test('NAV-07 REG-04 GUEST-02 the link that confirms an address leads back to where one wanted to go', async () => {
  const { resendConfirmation, signUp } = await actions();
  const { createAccount } = await import('./guest-account.ts');
  const about = { name: 'Zoe', password: PASSWORD, code: null };
  storeSession(world, IN_A_WHILE_S);
  for (const [next, path] of [
    [INVITATION, INVITATION],
    ['//elsewhere.example', '/home'],
    [null, '/'],
  ] as const) {
    const landing = location.origin + path;
    expect(await landingOf(() => signUp(ADDRESS, { ...about, next }))).toEqual(['/auth/v1/signup', landing]);
    expect(await landingOf(() => resendConfirmation(ADDRESS, next))).toEqual(['/auth/v1/resend', landing]);
    expect(await landingOf(() => createAccount(ADDRESS.email, PASSWORD, next))).toEqual([
      '/auth/v1/user',
      landing,
    ]);
  }
});

test('NAV-07 FORGOT-05 the link of a reset leads to its page, which keeps where one wanted to go', async () => {
  const { sendPasswordReset } = await actions();
  const page = `${location.origin}/reset-password`;
  const landing = async (next: string | null) =>
    (await landingOf(() => sendPasswordReset(ADDRESS.email, next)))[1];
  expect(await landing(null)).toBe(page);
  expect(await landing(INVITATION)).toBe(`${page}?next=${encodeURIComponent(INVITATION)}`);
});
