import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { webClock } from '#web/lib/time/clock.ts';
import { loadUntilThere } from './load-until-there.ts';

const page = new EventTarget();
let again: (() => void) | null;
const clock = {
  ...webClock,
  after(_ms: number, run: () => void) {
    again = run;
    return () => void (again = null);
  },
};
beforeEach(() => {
  again = null;
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const start = (failures: number) => {
  const onLoaded = vi.fn<(part: string) => void>();
  const load = vi.fn<() => Promise<string>>(async () => 'part');
  for (let failed = 0; failed < failures; failed += 1) load.mockRejectedValueOnce(new TypeError('offline'));
  return { onLoaded, load, stop: loadUntilThere(load, onLoaded, clock) };
};

test('PWA-06 a part that did not load is loaded after a while, and when the network is back', async () => {
  const { onLoaded, load } = start(2);
  await expect.poll(() => again).not.toBeNull();
  again?.();
  await expect.poll(() => load.mock.calls.length).toBe(2);
  await expect.poll(() => again).not.toBeNull();
  page.dispatchEvent(new Event('online'));
  await expect.poll(() => onLoaded).toHaveBeenCalledExactlyOnceWith('part');
  page.dispatchEvent(new Event('online'));
  expect(load).toHaveBeenCalledTimes(3);
});

test('PWA-06 a part that is no longer wanted is not loaded again', async () => {
  const { load, stop } = start(1);
  await expect.poll(() => again).not.toBeNull();
  stop();
  page.dispatchEvent(new Event('online'));
  expect([load.mock.calls.length, again]).toEqual([1, null]);
});
