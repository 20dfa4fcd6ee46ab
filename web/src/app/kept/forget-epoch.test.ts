import { SESSION_STORAGE_KEY } from '@hereabouts/contract/auth';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { changedEpoch } from '#web/lib/storage/epoch.ts';
import { forgetOtherEpoch } from './forget-epoch.ts';

beforeEach(() => void vi.stubGlobal('document', { querySelector: () => ({ content: 'new' }) }));
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Keys are properties, as in a browser. */
function storageOf(items: Record<string, string>) {
  const storage = Object.create({
    getItem: (key: string) => storage[key] ?? null,
    setItem: (key: string, value: string) => void (storage[key] = value),
    removeItem: (key: string) => void delete storage[key],
  }) as Record<string, string>;
  return Object.assign(storage, items);
}

test('OPS-11 what a browser kept of another epoch is forgotten; the theme and what others keep stays, as do the files of this release', async () => {
  const local = storageOf({
    'hereabouts.outbox.marie.1': '{}',
    'hereabouts.stop.marie.7': '1',
    'hereabouts.theme': 'dark',
    'hereabouts.kept': '1',
    other: 'theirs',
  });
  const session = storageOf({ 'hereabouts.chat-draft.marie.7': 'Hello' });
  const deleted: string[] = [];
  vi.stubGlobal('localStorage', local);
  vi.stubGlobal('sessionStorage', session);
  vi.stubGlobal('caches', {
    keys: async () => ['pages', 'hereabouts.release.new', 'hereabouts.release.old'],
    delete: async (name: string) => deleted.push(name),
  });

  // The first epoch that a browser sees, and the same again.
  expect(['one', 'one', ''].map((epoch) => changedEpoch(epoch))).toEqual([null, null, null]);
  expect(Object.keys(local)).toHaveLength(6);
  expect([Object.keys(session).length, deleted.length]).toEqual([1, 0]);

  expect(changedEpoch('two')).toBe('two');
  await forgetOtherEpoch('two');
  expect(changedEpoch('two')).toBeNull();
  // The mark by which the sign-in page deletes what is kept.
  const kept = { 'hereabouts.kept': '1' };
  expect({ ...local }).toEqual({
    ...kept,
    'hereabouts.theme': 'dark',
    'hereabouts.epoch': 'two',
    other: 'theirs',
  });
  expect(Object.keys(session)).toEqual([]);
  expect(deleted).toEqual(['pages', 'hereabouts.release.old']);
});

test('OPS-11 PUSH-03 a guest who stays registers for notifications again: the server’s subscriptions are gone', async () => {
  const session = {
    user: { id: 'guest', is_anonymous: true },
    access_token: 'a.b.c',
    refresh_token: 'r',
    expires_at: 1,
  };
  const local = storageOf({
    'hereabouts.epoch': 'one',
    [SESSION_STORAGE_KEY]: JSON.stringify(session),
    'hereabouts.push': 'https://push.example/x session guest guest',
  });
  vi.stubGlobal('localStorage', local);
  vi.stubGlobal('sessionStorage', storageOf({}));
  vi.stubGlobal('caches', { keys: async () => [] });
  await forgetOtherEpoch('two');
  expect(local['hereabouts.push']).toBe('https://push.example/x  guest guest');
});

test('OPS-11 a browser that refuses its caches says so, and forgets only once', async () => {
  vi.stubGlobal('localStorage', storageOf({ 'hereabouts.epoch': 'one', 'hereabouts.stop.marie.7': '1' }));
  vi.stubGlobal('sessionStorage', storageOf({}));
  vi.stubGlobal('caches', { keys: () => Promise.reject(new Error('The operation is insecure')) });
  await expect(forgetOtherEpoch('two')).rejects.toThrow('insecure');
  expect(Object.keys(localStorage)).toEqual(['hereabouts.epoch']);
  expect(changedEpoch('two')).toBeNull();
});

test.each([
  ['of a guest without an account', true],
  ['of an account', false],
])('OPS-11 GUEST-03 the session %s, with another epoch: stays %s', async (_whose, isAnonymous) => {
  const local = storageOf({
    'hereabouts.epoch': 'one',
    'hereabouts.session': JSON.stringify({
      access_token: 'a.b.c',
      refresh_token: 'r',
      expires_at: 1,
      user: { id: 'zoe', is_anonymous: isAnonymous },
    }),
    'hereabouts.outbox.zoe.1': '{}',
    'hereabouts.answer.zoe.7': '{}',
    'hereabouts.last-view': '{}',
    'hereabouts.push': 'https://push.example/1',
    'hereabouts.guest-left': '{}',
    'hereabouts.left-sessions': 'id',
  });
  vi.stubGlobal('localStorage', local);
  vi.stubGlobal('sessionStorage', storageOf({}));
  await forgetOtherEpoch('two');
  expect(Object.keys(local).toSorted()).toEqual([
    'hereabouts.epoch',
    'hereabouts.guest-left',
    'hereabouts.left-sessions',
    ...(isAnonymous ? ['hereabouts.push', 'hereabouts.session'] : []),
  ]);
});

test('OPS-11 a browser without storage starts all the same', () => {
  vi.stubGlobal('localStorage', undefined);
  expect(changedEpoch('one')).toBeNull();
});

test('OPS-11 a browser whose caches never answer starts all the same', async () => {
  vi.useFakeTimers();
  vi.stubGlobal('localStorage', storageOf({ 'hereabouts.epoch': 'one' }));
  vi.stubGlobal('sessionStorage', storageOf({}));
  vi.stubGlobal('caches', { keys: () => new Promise(() => {}) });
  const forgotten = forgetOtherEpoch('two');
  await vi.advanceTimersByTimeAsync(2_000);
  await expect(forgotten).resolves.toBeUndefined();
});
