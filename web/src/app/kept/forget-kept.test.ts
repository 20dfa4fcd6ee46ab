import { beforeEach, expect, test, vi } from 'vitest';
import { mayBeKept } from '#web/lib/storage/kept-database.ts';
import { unmarkAfter } from './forget-kept.ts';
import { forgetPushInTurn } from './keep-push.ts';
import { markKept, openKeptStore } from './kept-store.ts';

vi.mock('./forget-push.ts', () => ({ forgetPush: () => Promise.reject(new Error('not ended')) }));
vi.mock('#web/lib/log.ts', () => ({ logError: () => {} }));
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
  const forgotten = unmarkAfter(Promise.resolve(), push.promise);
  await Promise.resolve();
  expect(mayBeKept()).toBe(true);
  push.resolve();
  await forgotten;
  expect(mayBeKept()).toBe(false);
});

test('PWA-05 PUSH-03 the mark stays where it did not work, or where somebody has signed in meanwhile', async () => {
  await unmarkAfter(Promise.resolve(), Promise.reject(new Error('no service worker')));
  expect(mayBeKept()).toBe(true);
  session = {};
  await unmarkAfter(Promise.resolve());
  expect(mayBeKept()).toBe(true);
});

test('PWA-05 PUSH-03 what cannot be deleted or ended is said to the caller, which tries again', async () => {
  // No database in this test.
  await expect(openKeptStore('').clear()).rejects.toThrow();
  await expect(forgetPushInTurn()).rejects.toThrow('not ended');
  await expect(forgetPushInTurn()).rejects.toThrow('not ended');
});
