import { expect, test } from 'vitest';
import { webClock } from '#web/lib/time/clock.ts';
import { ApiError, NetworkError, ReadTimeoutError } from './api.ts';
import { retryDelay, retryRead, retryWrite } from './retry.ts';

test.each([502, 503, 504])('AUTH-05 a read is tried again after %i, three times', (status) => {
  const error = new ApiError(status, null, '');
  expect([0, 1, 2, 3].map((failures) => retryRead(failures, error))).toEqual([true, true, true, false]);
});

test('AUTH-05 a read is tried again when no answer came, not when it was refused', () => {
  expect(retryRead(0, new NetworkError())).toBe(true);
  expect(retryRead(0, new ApiError(404, 'not_found', ''))).toBe(false);
  expect(retryRead(0, new ApiError(500, 'internal', ''))).toBe(false);
  expect(retryRead(0, new TypeError())).toBe(false);
});

test('a read is tried again after a limit that is over soon, not before, and not after a long one (S35)', () => {
  const limited = (retryAfterMs: number | null) =>
    Object.assign(new ApiError(429, 'rate_limited', ''), { retryAfterMs });
  expect([1_000, 5_000, 6_000, null].map((ms) => retryRead(0, limited(ms)))).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect([retryDelay(0, limited(4_000)), retryDelay(1, limited(1_000))]).toEqual([4_000, 2_000]);
});

test('ERR-05 a read that timed out is not tried again by itself', () => {
  expect(retryRead(0, new ReadTimeoutError())).toBe(false);
});

/** Sends what fails with each of `failures`, then succeeds; each timer runs `lateMs` after its time. */
async function write(failures: unknown[], lateMs = 0) {
  let nowMs = 0;
  const sentAtMs: number[] = [];
  const clock = {
    ...webClock,
    now: () => nowMs,
    after(delayMs: number, run: () => void) {
      nowMs += delayMs + lateMs;
      run();
      return () => {};
    },
  };
  const send = async () => {
    sentAtMs.push(nowMs);
    if (failures.length > 0) throw failures.shift();
  };
  const isTaken = await retryWrite(send, clock).then(
    () => true,
    () => false,
  );
  return { sentAtMs, isTaken };
}
const untaken = (retryAfterMs: number | null = null) =>
  Object.assign(new ApiError(503, 'unavailable', ''), { retryAfterMs });

test('a write is sent again only when the server says it was not taken', async () => {
  expect(await write([untaken(), untaken(4_000)])).toEqual({ sentAtMs: [0, 1_000, 5_000], isTaken: true });
  expect(await write([untaken(), untaken(), untaken()])).toEqual({
    sentAtMs: [0, 1_000, 3_000],
    isTaken: false,
  });
  for (const failure of [new ApiError(504, null, ''), new NetworkError()])
    expect(await write([failure])).toEqual({ sentAtMs: [0], isTaken: false });
});

test('PWA-06 a write is not sent again 10 s after the press, however long its page was hidden', async () => {
  expect(await write([untaken(11_000)])).toEqual({ sentAtMs: [0], isTaken: false });
  expect(await write([untaken()], 3_600_000)).toEqual({ sentAtMs: [0], isTaken: false });
});
