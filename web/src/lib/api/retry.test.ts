import { expect, test } from 'vitest';
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

test('a write is sent again only when the server says it was not taken', () => {
  expect(retryWrite(0, new ApiError(503, 'unavailable', ''))).toBe(true);
  expect(retryWrite(2, new ApiError(503, 'unavailable', ''))).toBe(false);
  expect(retryWrite(0, new ApiError(504, null, ''))).toBe(false);
  expect(retryWrite(0, new NetworkError())).toBe(false);
});
