import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { NetworkError } from '#web/lib/api/api.ts';
import { sendAnswer } from './answer-request.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('PWA-06 an answer that the server does not take within 15 s counts as not arrived, and is cut off', async () => {
  const cut = vi.fn<() => void>();
  vi.spyOn(globalThis, 'fetch').mockImplementation((_url, init) => {
    init?.signal?.addEventListener('abort', cut);
    return new Promise(() => {});
  });
  const outcome = vi.fn<(value: unknown) => void>();
  const pending = sendAnswer(7, { status: 'accepted' }).catch(outcome);
  await vi.advanceTimersByTimeAsync(14_999);
  expect(outcome).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  await pending;
  expect(outcome.mock.lastCall?.[0]).toBeInstanceOf(NetworkError);
  expect(cut).toHaveBeenCalledOnce();
});

test('PWA-06 "Not Going" is sent also when its page is closed', async () => {
  const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json({}));
  for (const status of ['declined', 'accepted'] as const) await sendAnswer(7, { status });
  expect(fetched.mock.calls.map(([, init]) => init?.keepalive)).toEqual([true, false]);
});
