import { used } from '@hereabouts/testing/used-hook';
import { focusManager, MutationObserver, QueryObserver, type QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { ApiError } from '#web/lib/api/api.ts';
import { applyOwnResult, applyServerUpdate } from '#web/lib/api/cache-updates.ts';
import { liveKey, useSetMeetingPoint } from '#web/live/queries.ts';
import { createQueryClient } from './query-client.ts';

const call = vi.hoisted(() => vi.fn<() => Promise<unknown>>());
vi.mock('#web/lib/api/api.ts', async (original) => ({ ...(await original<object>()), call }));

afterEach(() => {
  vi.useRealTimers();
  focusManager.setFocused(undefined);
});

const KEY = ['live', 1] as const;

/** Somebody looks at what a server answers; each answer says what was true when it was asked, and comes when let go. */
function look(client: QueryClient) {
  const server = { truth: 'before', underWay: [] as (() => void)[] };
  const observer = new QueryObserver(client, {
    queryKey: KEY,
    queryFn: () => {
      const answer = server.truth;
      return new Promise<string>((resolve) => server.underWay.push(() => resolve(answer)));
    },
  });
  const leave = observer.subscribe(() => {});
  const arrive = async (reads: number) => {
    await expect.poll(() => server.underWay.length).toBe(reads);
    server.underWay.at(-1)?.();
  };
  const shown = () => observer.getCurrentResult().data;
  return { server, arrive, shown, leave };
}

test('a first read that was answered before changes is read once more, however many they are', async () => {
  const client = createQueryClient();
  const page = look(client);
  page.server.truth = 'after';
  void client.invalidateQueries({ queryKey: ['live'] });
  void client.invalidateQueries();
  await page.arrive(1);
  await expect.poll(page.shown).toBe('before');
  await page.arrive(2);
  await expect.poll(page.shown).toBe('after');
  expect(page.server.underWay).toHaveLength(2);
  page.leave();
});

test('a first read that fails is left to its own next try', async () => {
  const client = createQueryClient();
  const observer = new QueryObserver(client, {
    queryKey: KEY,
    retry: false,
    queryFn: () => Promise.reject(new Error()),
  });
  const leave = observer.subscribe(() => {});
  void client.invalidateQueries();
  await expect.poll(() => observer.getCurrentResult().status).toBe('error');
  leave();
});

test.each([1, 2])('a server update outlives read %d, which was answered before', async (reads) => {
  const client = createQueryClient();
  const page = look(client);
  if (reads === 2) {
    await page.arrive(1);
    await expect.poll(page.shown).toBe('before');
    void client.invalidateQueries({ queryKey: KEY });
    await expect.poll(() => page.server.underWay.length).toBe(2);
  }
  page.server.truth = 'told';
  applyServerUpdate<string>(client, KEY, () => 'told');
  expect(page.shown()).toBe('told');
  for (const arrive of page.server.underWay) arrive();
  await page.arrive(reads + 1);
  await expect.poll(page.shown).toBe('told');
  page.leave();
});

test('a server update causes no read where none is on its way', async () => {
  const client = createQueryClient();
  const page = look(client);
  await page.arrive(1);
  await expect.poll(page.shown).toBe('before');
  applyServerUpdate<string>(client, KEY, () => 'told');
  expect(page.shown()).toBe('told');
  expect(page.server.underWay).toHaveLength(1);
  page.leave();
});

test('what comes of a change of one’s own is read again: another may have been made since', async () => {
  const client = createQueryClient();
  const page = look(client);
  await page.arrive(1);
  await expect.poll(page.shown).toBe('before');
  page.server.truth = 'theirs';
  applyOwnResult<string>(client, KEY, () => 'mine');
  expect(page.shown()).toBe('mine');
  await page.arrive(2);
  await expect.poll(page.shown).toBe('theirs');
  page.leave();
});

test.each([
  ['is sent again at once, and not when it is looked at', {}, 2],
  ['that is not to be late is not sent again', { retry: false }, 1],
])('PWA-06 what a hidden page was to change and the server did not take %s', async (_what, options, sent) => {
  vi.useFakeTimers();
  focusManager.setFocused(false);
  const client = createQueryClient();
  const send = vi.fn<() => Promise<string>>(async () => 'taken');
  send.mockRejectedValueOnce(new ApiError(503, 'unavailable', ''));
  const change = new MutationObserver(client, { mutationFn: send, ...options });
  const outcome = change.mutate().catch((cause: unknown) => cause);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(send).toHaveBeenCalledTimes(sent);
  await outcome;
  expect(change.getCurrentResult().isPaused).toBe(false);
});

test('LIVE-09 OPS-10 a meeting point that the server may have taken is not sent again; the page reads what there is', async () => {
  const client = createQueryClient();
  const onError = vi.fn<(error: Error) => void>();
  client.setQueryData(liveKey(7), { meeting_point: null });
  const { mutateAsync: set } = used(() => useSetMeetingPoint(7, onError), client);
  const unavailable = new ApiError(503, 'unavailable', '');
  call.mockRejectedValue(unavailable);
  const point = { name: 'By the bar', latitude: 49.2, longitude: -2.1, meet_at: null };
  vi.useFakeTimers();
  const outcome = set(point).catch((cause: unknown) => cause);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await outcome).toBe(unavailable);
  expect([call.mock.calls.length, onError.mock.calls.length]).toEqual([1, 1]);
  expect(client.getQueryState(liveKey(7))?.isInvalidated).toBe(true);
});
