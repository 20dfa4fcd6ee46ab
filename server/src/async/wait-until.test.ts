import { HOUR_MS, SECOND_MS } from '@hereabouts/contract/durations';
import { createFakeClock } from '@hereabouts/testing/fake-clock';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { waitUntil } from './wait-until.ts';

test('OPS-06 a pause lasts no longer where the clock is set back meanwhile', async () => {
  const clock = createFakeClock();
  let isOver = false;
  void waitUntil(clock, clock.now() + 2 * SECOND_MS).then(() => {
    isOver = true;
  });
  clock.set(clock.now() - HOUR_MS);
  clock.advance(SECOND_MS);
  await setImmediate();
  expect(isOver).toBe(false);
  clock.advance(SECOND_MS);
  await setImmediate();
  expect(isOver).toBe(true);
});

test('OPS-06 a time already past is not waited for', async () => {
  const clock = createFakeClock();
  await expect(waitUntil(clock, clock.now())).resolves.toBeUndefined();
  await expect(waitUntil(clock, clock.now() - HOUR_MS)).resolves.toBeUndefined();
});
