import { used } from '@hereabouts/testing/used-hook';
import { MutationObserver, QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError, NetworkError } from '#web/lib/api/api.ts';
import { retryWrite } from '#web/lib/api/retry.ts';
import { liveKey, startingOf, useRemoveMeetingPoint } from './queries.ts';
import { forgetServerTime } from './server-clock.ts';
import { stopOutbox } from './stopping.ts';

type Request = { params: { eventId: number }; body?: object; query?: object };
const call = vi.hoisted(() => vi.fn<(route: { method: string }, request: Request) => Promise<unknown>>());
vi.mock('#web/lib/api/api.ts', async (original) => ({ ...(await original<object>()), call }));

const AGREED_AT = Date.parse('2026-06-20T20:00:00.000Z');
const UNTIL = '2026-06-21T02:00:00.000Z';

/** The answers to Starts, the first one first. */
let answers: PromiseWithResolvers<object>[];
/** What was sent: `until` of a Start, `started_at` of a Stop; without one it ends any consent. */
let sent: string[];
let stopListening: () => void;

beforeEach(() => {
  vi.useFakeTimers({ now: AGREED_AT });
  forgetServerTime();
  [answers, sent] = [[], []];
  call.mockImplementation(({ method }, { body, query }) => {
    sent.push(`${method} ${Object.values(body ?? query ?? {}).join()}`.trim());
    if (method === 'DELETE') return Promise.resolve();
    const answer = Promise.withResolvers<object>();
    answers.push(answer);
    return answer.promise;
  });
  stopListening = stopOutbox.start('marie', () => {});
});
afterEach(() => {
  stopListening();
  vi.useRealTimers();
});

/** As the app's client sends it. */
async function shareUntilThen(): Promise<void> {
  const client = new QueryClient();
  const { mutationFn, ...options } = startingOf(client, 7);
  const starting = new MutationObserver(client, {
    ...options,
    mutationFn: (...args: Parameters<NonNullable<typeof mutationFn>>) =>
      retryWrite(async () => await mutationFn!(...args)),
  });
  starting.mutate({ until: UNTIL, presses: stopOutbox.pressesOf(7) }).catch(() => {});
  await vi.advanceTimersByTimeAsync(0);
}

test('LIVE-10 a consent that was overtaken by a Stop is stopped again where its answer is lost', async () => {
  await shareUntilThen();
  await vi.advanceTimersByTimeAsync(100);
  stopOutbox.stop(7);
  await vi.advanceTimersByTimeAsync(100);
  answers[0]!.reject(new NetworkError('away'));
  await vi.advanceTimersByTimeAsync(0);
  expect(sent).toEqual([`PUT ${UNTIL}`, 'DELETE', `DELETE ${new Date(AGREED_AT + 200).toISOString()}`]);
});

test('LIVE-10 a consent that the server did not take is not sent again after a Stop, and what it may have stored is stopped', async () => {
  await shareUntilThen();
  answers[0]!.reject(new ApiError(503, 'unavailable', 'Not now'));
  await vi.advanceTimersByTimeAsync(100);
  stopOutbox.stop(7);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(sent).toEqual([`PUT ${UNTIL}`, 'DELETE', `DELETE ${new Date(AGREED_AT + 1_000).toISOString()}`]);
});

test('LIVE-13 without a Stop a consent that the server did not take is sent again', async () => {
  await shareUntilThen();
  answers[0]!.reject(new ApiError(503, 'unavailable', 'Not now'));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(sent).toEqual([`PUT ${UNTIL}`, `PUT ${UNTIL}`]);
});

test('LIVE-09 the meeting point that was asked about is removed, and another one that came meanwhile stays', async () => {
  const client = new QueryClient();
  const shown = () => client.getQueryData(liveKey(7));
  const later = { meeting_point: { name: 'By the bar', set_at: 'later' } };
  client.setQueryData(liveKey(7), later);
  const { mutateAsync: remove } = used(() => useRemoveMeetingPoint(7), client);
  await remove('earlier');
  expect(shown()).toEqual(later);
  await remove('later');
  expect(shown()).toEqual({ meeting_point: null });
  expect(sent).toEqual(['DELETE earlier', 'DELETE later']);
});
