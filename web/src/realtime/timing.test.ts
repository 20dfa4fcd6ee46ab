import { expect, test } from 'vitest';
import { retryDelayMs, socketTiming } from './timing.ts';

test('RT-01 connects and joins again after 1, 2, 5, then every 10 s', () => {
  const delays = [1_000, 2_000, 5_000, 10_000, 10_000, 10_000];
  const { reconnectAfterMs, rejoinAfterMs } = socketTiming(() => 0);
  for (const delayOf of [retryDelayMs, reconnectAfterMs, rejoinAfterMs]) {
    expect(delays.map((_, index) => delayOf(index + 1))).toEqual(delays);
  }
});

test('RT-01 a sent message times out after 10 s, a heartbeat goes out every 30 s', () => {
  expect(socketTiming(() => 0)).toMatchObject({ timeout: 10_000, heartbeatIntervalMs: 30_000 });
});

test('connections opened only to be refused count as failed attempts', () => {
  let refusals = 0;
  const { reconnectAfterMs } = socketTiming(() => refusals);
  const delays = Array.from({ length: 5 }, () => {
    refusals += 1;
    return reconnectAfterMs(1);
  });
  expect(delays).toEqual([1_000, 2_000, 5_000, 10_000, 10_000]);
});
