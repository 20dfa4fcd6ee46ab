import { createFakeClock } from '@hereabouts/testing/fake-clock';
import { expect, test, vi } from 'vitest';
import { createLastKnown } from './last-known.ts';
import { createRequester, currentRequester, runFor } from './requester.ts';

const LIMITS = { waitMs: 200, forMs: 3_000 };

test('OPS-06 a slow run is answered with the last result for a while, and waited for afterwards', async () => {
  const clock = createFakeClock();
  const work = vi.fn<() => Promise<string>>(async () => 'first');
  const read = createLastKnown(clock, LIMITS, work);
  expect(await read()).toBe('first');

  const { promise, resolve } = Promise.withResolvers<string>();
  work.mockImplementation(() => promise);
  const soon = read();
  clock.advance(200);
  expect(await soon).toBe('first');

  clock.advance(2_800);
  const inTime = read();
  clock.advance(200);
  expect(await inTime).toBe('first');

  const late = read();
  clock.advance(200);
  resolve('second');
  expect(await late).toBe('second');
  expect(work).toHaveBeenCalledTimes(2);
});

test('a result from before the clock was set back is not used', async () => {
  const clock = createFakeClock();
  const work = vi.fn<() => Promise<string>>(async () => 'first');
  const read = createLastKnown(clock, LIMITS, work);
  await read();
  clock.set(clock.now() - 1_000);
  const { promise, resolve } = Promise.withResolvers<string>();
  work.mockImplementation(() => promise);
  const later = read();
  clock.advance(200);
  resolve('second');
  expect(await later).toBe('second');
});

test('a failed run is not kept, and the next one is tried', async () => {
  const work = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error('away'));
  const read = createLastKnown(createFakeClock(), LIMITS, work);
  await expect(read()).rejects.toThrow('away');
  work.mockResolvedValueOnce('back');
  expect(await read()).toBe('back');
});

test('OPS-06 a shared run is in the name of no requester', async () => {
  const read = createLastKnown(createFakeClock(), LIMITS, async () => currentRequester());
  expect(await runFor(createRequester('flood'), read)).toBeNull();
});
