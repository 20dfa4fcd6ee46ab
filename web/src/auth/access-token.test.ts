import { SESSION_STORAGE_KEY } from '@hereabouts/contract/auth';
import { beforeEach, expect, test, vi } from 'vitest';
import {
  AWAY,
  EXPIRED_S,
  giveUpAtOnce,
  IN_A_WHILE_S,
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
  setClock(() => Date.now());
});

test('AUTH-04 AUTH-05 offline the stored token is used while it lasts, and its end signs nobody out', async () => {
  const { getAccessToken, replaceAccessToken } = await session();
  giveUpAtOnce(world);
  for (const onLine of [false, true]) {
    vi.stubGlobal('navigator', { onLine });
    world.asked = [];
    store(90);
    expect(await getAccessToken()).toBe('stored');
    store(EXPIRED_S);
    await expect(getAccessToken()).rejects.toThrow();
    await expect(replaceAccessToken('stored')).rejects.toThrow();
    expect(world.asked.length > 0).toBe(onLine);
  }
  expect(world.items.has(SESSION_STORAGE_KEY)).toBe(true);
  expect(console.error).not.toHaveBeenCalled();
});

test('AUTH-04 AUTH-05 the token is renewed as soon as the network is back, and 10 s after the service was away', async () => {
  const { getAccessToken } = await session();
  giveUpAtOnce(world);
  store(EXPIRED_S);
  await expect(getAccessToken()).rejects.toThrow();
  world.answer = RENEWED;
  await expect(getAccessToken()).rejects.toThrow();
  window.dispatchEvent(new Event('online'));
  expect(await getAccessToken()).toBe('renewed');

  world.answer = AWAY;
  store(EXPIRED_S);
  await expect(getAccessToken()).rejects.toThrow();
  world.answer = RENEWED;
  vi.setSystemTime(Date.now() + 9_999);
  await expect(getAccessToken()).rejects.toThrow();
  vi.setSystemTime(Date.now() + 1);
  expect(await getAccessToken()).toBe('renewed');
});

test('AUTH-06 a request is not sent as another person who signs in while the token is renewed', async () => {
  store(EXPIRED_S);
  world.answer = RENEWED;
  const { getAccessToken } = await session();
  world.meanwhile = () => store(IN_A_WHILE_S, 'of another', 'u2');
  await expect(getAccessToken()).rejects.toThrow();
  expect(await getAccessToken()).toBe('of another');
});
