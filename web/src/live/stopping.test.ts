import { afterEach, expect, test, vi } from 'vitest';
import { configureApi } from '#web/lib/api/api.ts';
import { stopOutbox } from './stopping.ts';

afterEach(() => void vi.useRealTimers());

test('LIVE-10 a stop is waited for no longer than 10 s, a token that does not come included', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  configureApi({ getToken: () => new Promise(() => {}), onUnauthenticated: () => {} });
  stopOutbox.stop(7, '2026-06-20T12:00:00.000Z');
  await vi.advanceTimersByTimeAsync(9_999);
  expect(stopOutbox.snapshot().get(7)).toBe('sending');
  await vi.advanceTimersByTimeAsync(1);
  expect(stopOutbox.snapshot().get(7)).toBe('waiting');
});
