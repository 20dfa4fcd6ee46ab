import { pushRoutes, type OwnPush } from '@hereabouts/contract/push';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readRegisteredEndpoint, storeRegisteredEndpoint } from '#web/lib/storage/push-endpoint.ts';

const call = vi.hoisted(() => vi.fn<(route: unknown, asked?: unknown) => Promise<unknown>>());
vi.mock('#web/lib/api/api.ts', () => ({ call }));
const session = vi.hoisted(() => ({ id: 'session', userId: 'tom', isAnonymous: false }));
vi.mock('#web/auth/stored-session.ts', () => ({
  readSessionId: () => session.id,
  readStoredSession: () => session,
}));

const KEY = 'AQ';
const subscriptionAt = (endpoint: string) => ({
  endpoint,
  options: { applicationServerKey: new Uint8Array([1]).buffer },
  toJSON: () => ({ keys: { p256dh: 'p', auth: 'a' } }),
  unsubscribe: vi.fn<() => Promise<void>>(),
});

let device: typeof import('./device.ts');
let subscription: ReturnType<typeof subscriptionAt> | null;
const subscribe = vi.fn<() => Promise<object>>(
  async () => (subscription = subscriptionAt('https://push.example/new')),
);
beforeEach(async () => {
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
  let lock = Promise.resolve();
  const pushManager = { getSubscription: async () => subscription, subscribe };
  const registration = { pushManager };
  vi.stubGlobal('navigator', {
    userAgent: '',
    serviceWorker: { getRegistration: async () => registration, ready: Promise.resolve(registration) },
    locks: { request: (_name: string, work: () => Promise<void>) => (lock = lock.then(work)) },
  });
  vi.stubGlobal('PushManager', () => {});
  vi.stubGlobal('Notification', { permission: 'granted' });
  // It looks for service workers once.
  vi.resetModules();
  device = await import('./device.ts');
  call.mockReset();
  call.mockImplementation(async (route) =>
    (route as { method: string }).method === 'GET' ? { public_key: KEY, endpoint: null } : null,
  );
  subscribe.mockClear();
  subscription = subscriptionAt('https://push.example/known');
  storeRegisteredEndpoint({
    endpoint: 'https://push.example/known',
    sessionId: 'session',
    userId: 'tom',
    mark: null,
  });
});
afterEach(() => vi.unstubAllGlobals());

test('PUSH-01 a subscription that the browser has kept costs no request', async () => {
  await device.registerAgain();
  expect(call).not.toHaveBeenCalled();
});

test('PUSH-01 PUSH-03 one that the browser has ended, as while notifications were forbidden, is registered again', async () => {
  subscription = null;
  await device.registerAgain();
  expect(call.mock.calls.at(-1)).toEqual([
    pushRoutes.subscribeToPush,
    { body: { endpoint: 'https://push.example/new', keys: { p256dh: 'p', auth: 'a' } } },
  ]);
  expect(readRegisteredEndpoint()).toMatchObject({ endpoint: 'https://push.example/new', userId: 'tom' });
});

test('PUSH-01 it stays off where the person has turned it off, or permission is gone', async () => {
  subscription = null;
  vi.stubGlobal('Notification', { permission: 'denied' });
  await device.registerAgain();
  vi.stubGlobal('Notification', { permission: 'granted' });
  storeRegisteredEndpoint(null);
  await device.registerAgain();
  expect([call.mock.calls.length, subscribe.mock.calls.length]).toEqual([0, 0]);
});

test('PUSH-01 a read that the server answers while it is turned off does not turn it on again', async () => {
  const off = Promise.withResolvers<null>();
  call.mockReturnValueOnce(off.promise);
  const turnedOff = device.turnOff();
  const renewed = device.renew({ public_key: KEY, endpoint: null } as OwnPush);
  off.resolve(null);
  await Promise.all([turnedOff, renewed]);
  expect(call.mock.calls).toEqual([[pushRoutes.unsubscribeFromPush]]);
  expect([readRegisteredEndpoint(), subscription?.unsubscribe.mock.calls.length]).toEqual([null, 1]);
});

test('PUSH-01 where it could not be turned off it stays on', async () => {
  call.mockRejectedValueOnce(new Error('No network'));
  await expect(device.turnOff()).rejects.toThrow('No network');
  expect(device.pushSupport()).toBe('on');
  expect(subscription?.unsubscribe).not.toHaveBeenCalled();
});
