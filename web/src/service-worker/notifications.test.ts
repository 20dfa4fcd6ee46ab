import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { answerPage, openNotification } from './notifications.ts';

const PATH = '/event/7';

/** What the browser's caches hold, by name and key. */
let kept: Map<string, Response>;
let windows: WindowClient[];
const openWindow = vi.fn<(path: string) => Promise<null>>();
const page = {
  focused: false,
  visibilityState: 'visible',
  postMessage: vi.fn<(message: object) => void>(),
  focus: vi.fn<() => Promise<void>>(),
  navigate: vi.fn<(path: string) => Promise<null>>(),
};
const asClient = page as unknown as WindowClient;

beforeEach(() => {
  vi.resetAllMocks();
  vi.useFakeTimers();
  kept = new Map();
  windows = [asClient];
  openWindow.mockResolvedValue(null);
  // Without a tap that the browser has seen.
  page.focus.mockRejectedValue(new Error('Not allowed to focus a window.'));
  page.navigate.mockResolvedValue(null);
  vi.stubGlobal('clients', { matchAll: async () => windows, openWindow });
  vi.stubGlobal('caches', {
    open: async (name: string) => ({
      put: async (key: string, response: Response) => void kept.set(name + key, response),
    }),
    match: async (key: string, { cacheName }: { cacheName: string }) => kept.get(cacheName + key)?.clone(),
    delete: async (name: string) => [...kept.keys()].map((key) => key.startsWith(name) && kept.delete(key)),
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function tap(path = PATH): Promise<void> {
  void openNotification({ close() {}, data: { path } } as unknown as Notification);
  await vi.advanceTimersByTimeAsync(0);
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const ask = async () => {
  page.postMessage.mockClear();
  await answerPage('tapped?', asClient);
  return page.postMessage.mock.calls.flat();
};

test('PUSH-05 a page that listens opens what was tapped, and is left alone from then on', async () => {
  await tap();
  expect(page.postMessage.mock.calls).toEqual([[{ open: PATH }]]);
  await answerPage({ opened: PATH }, asClient);
  await pass(2_000);
  expect([page.navigate.mock.calls, openWindow.mock.calls, await ask()]).toEqual([[], [], []]);
});

test('PUSH-05 a page that starts asks for what was tapped, and one that never listens is led there', async () => {
  await tap();
  await pass(1_900);
  expect(await ask()).toEqual([{ open: PATH }]);
  expect(page.navigate).not.toHaveBeenCalled();
  await pass(100);
  expect(page.navigate.mock.calls).toEqual([[PATH]]);
  expect(openWindow).not.toHaveBeenCalled();
});

test('PUSH-05 a window that no worker controls gets one beside it', async () => {
  page.navigate.mockRejectedValue(
    new TypeError('This service worker is not the client’s active service worker.'),
  );
  await tap();
  await pass(2_000);
  expect(openWindow.mock.calls).toEqual([[PATH]]);
});

test('PUSH-05 where the browser opens the app’s first page instead, the page asks within the minute', async () => {
  windows = [];
  openWindow.mockRejectedValue(new Error('Not allowed to open a window.'));
  await tap();
  expect(openWindow.mock.calls).toEqual([[PATH]]);
  await pass(59_000);
  expect(await ask()).toEqual([{ open: PATH }]);
  await pass(1_000);
  expect(await ask()).toEqual([]);
  expect(kept.size).toBe(0);
});

test('PUSH-05 an answer about an earlier tap leaves the later one', async () => {
  await tap('/event/6');
  await tap();
  await answerPage({ opened: '/event/6' }, asClient);
  await pass(2_000);
  expect(page.navigate.mock.calls).toEqual([[PATH]]);
});

test('PUSH-03 PUSH-05 after a sign-out nothing that was tapped is opened', async () => {
  await tap();
  kept.clear();
  await pass(2_000);
  expect([page.navigate.mock.calls, await ask()]).toEqual([[], []]);
});

test('PUSH-05 a window is opened or focused without waiting for the cache', async () => {
  vi.stubGlobal('caches', { open: () => new Promise(() => {}) });
  await tap();
  expect([page.focus.mock.calls, page.postMessage.mock.calls]).toEqual([[[]], []]);
  windows = [];
  await tap();
  expect(openWindow.mock.calls).toEqual([[PATH]]);
});
