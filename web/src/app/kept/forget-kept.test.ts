import { beforeEach, expect, test, vi } from 'vitest';
import { mayBeKept } from '#web/lib/storage/kept-database.ts';
import { forgetBoth } from './forget-kept.ts';
import { markKept } from './kept-store.ts';

let session: object | null;
vi.mock('#web/auth/stored-session.ts', () => ({ readStoredSession: () => session }));
beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
  session = null;
  markKept(true);
});

test('PWA-05 PUSH-03 until both what was read and the notifications are gone the next page tries again', async () => {
  const push = Promise.withResolvers<void>();
  const forgotten = forgetBoth(Promise.resolve(), push.promise);
  await Promise.resolve();
  expect(mayBeKept()).toBe(true);
  push.resolve();
  await forgotten;
  expect(mayBeKept()).toBe(false);
});

test('PWA-05 PUSH-03 the mark stays where it did not work, or where somebody has signed in meanwhile', async () => {
  await forgetBoth(Promise.resolve(), Promise.reject(new Error('no service worker')));
  expect(mayBeKept()).toBe(true);
  session = {};
  await forgetBoth(Promise.resolve());
  expect(mayBeKept()).toBe(true);
});
