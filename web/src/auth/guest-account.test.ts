import { SESSION_STORAGE_KEY } from '@hereabouts/contract/auth';
import {
  AWAY,
  EXPIRED_S,
  giveUpAtOnce,
  IN_A_WHILE_S,
  ofSession,
  RENEWED,
  standInPage,
  storedSession,
} from '@hereabouts/testing/stand-in-page';
import { expect, test } from 'vitest';

const world = standInPage();

const EMAIL = 'zoe@example.org';
const guest = () => import('./guest-account.ts');

function storeGuest(endsInS: number): void {
  const session = JSON.parse(storedSession(endsInS, ofSession('of the guest')));
  world.items.set(
    SESSION_STORAGE_KEY,
    JSON.stringify({ ...session, user: { id: 'u1', is_anonymous: true, new_email: EMAIL } }),
  );
}

const PROOFS = {
  async 'an e-mail and a password'() {
    return await (await guest()).createAccount(EMAIL, 'gorse-and-granite-49', null);
  },
  async 'a code'() {
    return await (await guest()).confirmAccount(EMAIL, '123456');
  },
  async 'a link'() {
    return await (await guest()).confirmAccountByLink('hash');
  },
};
const BY = Object.keys(PROOFS) as (keyof typeof PROOFS)[];

test.for(BY)(
  'GUEST-02 a guest whom %s made an account, and whose answer was lost, goes on as the account',
  async (by) => {
    storeGuest(IN_A_WHILE_S);
    const account = { id: 'u1', is_anonymous: false, email: EMAIL, app_metadata: {} };
    world.meanwhile = () => {
      const isRenewal = world.asked.at(-1)?.includes('grant_type');
      const isRead = world.requests.at(-1)?.method === 'GET';
      if (isRenewal) world.answer = { status: 200, body: { ...RENEWED.body, user: account } };
      else if (isRead) world.answer = { status: 200, body: account };
      else world.answer = { status: 400, body: { code: 'current_password_required', message: 'Used' } };
    };
    const { startSession, getSessionState } = await import('./session.ts');
    startSession();
    expect(getSessionState()).toMatchObject({ isAnonymous: true });
    expect(await PROOFS[by]()).toMatchObject({ ok: true });
    expect(getSessionState()).toEqual({ status: 'signed_in', userId: 'u1' });
    expect(world.asked.some((path) => path.includes('logout'))).toBe(false);
  },
);

test.for([
  ['no answer', AWAY, 'signed_in'],
  ['a refusal', { status: 400, body: { code: 'current_password_required', message: 'Used' } }, 'made_before'],
] as const)(
  'GUEST-02 whether an account was made with what a guest has just entered is known after %s',
  async ([, answer, value]) => {
    storeGuest(IN_A_WHILE_S);
    giveUpAtOnce(world);
    const account = { id: 'u1', is_anonymous: false, email: EMAIL, app_metadata: {} };
    world.meanwhile = () => {
      const isRenewal = world.asked.at(-1)?.includes('grant_type');
      const isRead = world.requests.at(-1)?.method === 'GET';
      if (isRenewal) world.answer = { status: 200, body: { ...RENEWED.body, user: account } };
      else if (isRead) world.answer = { status: 200, body: account };
      else world.answer = answer;
    };
    expect(await PROOFS['an e-mail and a password']()).toEqual({ ok: true, value });
  },
);

test.for(BY)('GUEST-02 a guest whom %s makes no account is told so, and stays one', async (by) => {
  storeGuest(IN_A_WHILE_S);
  world.meanwhile = () => {
    const isRead = world.requests.at(-1)?.method === 'GET';
    world.answer = isRead
      ? { status: 200, body: { id: 'u1', is_anonymous: true } }
      : { status: 403, body: { code: 'otp_expired', message: 'Expired' } };
  };
  const { startSession, getSessionState } = await import('./session.ts');
  startSession();
  expect(await PROOFS[by]()).toMatchObject({ ok: false, problem: { code: 'otp_expired' } });
  expect(getSessionState()).toMatchObject({ isAnonymous: true });
});

test.for(BY.slice(1))(
  'GUEST-02 %s of a guest whose session cannot be renewed now is not sent as somebody else’s',
  async (by) => {
    storeGuest(EXPIRED_S);
    giveUpAtOnce(world);
    world.answer = AWAY;
    expect(await PROOFS[by]()).toMatchObject({ ok: false, problem: { kind: 'unreachable' } });
    expect(world.asked.length).toBeGreaterThan(0);
    expect(world.asked.every((path) => path.includes('grant_type=refresh_token'))).toBe(true);
  },
);

test('GUEST-02 the address that waits for its proof is known after a reload, too', async () => {
  const { readAwaited } = await guest();
  expect(readAwaited()).toBeNull();
  storeGuest(IN_A_WHILE_S);
  expect(readAwaited()).toBe(EMAIL);
});
