import { HOUR_MS } from '@hereabouts/contract/durations';
import { expect, test } from 'vitest';
import { READ_AFTER_MS, READ_EVERY_MS, ReadPace } from './read-pace.ts';

test('CHAT-12 PUSH-05 messages that follow each other quickly are marked nevertheless, at most every two seconds', () => {
  const pace = new ReadPace();
  const sentAt: number[] = [];
  let dueAtMs = Infinity;
  for (let nowMs = 0; nowMs <= 10_000; nowMs += 100) {
    if (nowMs >= dueAtMs) {
      sentAt.push(nowMs);
      pace.sent(nowMs);
    }
    // A message every 100 ms.
    dueAtMs = nowMs + pace.waitMs(true, nowMs);
  }
  expect(sentAt).toEqual([400, 2_400, 4_400, 6_400, 8_400]);
});

test('CHAT-12 the end of the log is marked only after a moment there', () => {
  const pace = new ReadPace();
  expect(pace.waitMs(false, 0)).toBe(READ_AFTER_MS);
  expect(pace.waitMs(true, 300)).toBe(READ_AFTER_MS);
  expect(pace.waitMs(true, 500)).toBe(READ_AFTER_MS - 200);
  pace.rest();
  expect(pace.waitMs(true, 600)).toBe(READ_AFTER_MS);
  pace.sent(1_000);
  expect(pace.waitMs(true, 1_100)).toBe(READ_EVERY_MS - 100);
});

test('CHAT-12 a clock that is set back does not put the next marker off', () => {
  const pace = new ReadPace();
  pace.sent(HOUR_MS);
  pace.waitMs(true, HOUR_MS);
  expect(pace.waitMs(true, 0)).toBe(READ_EVERY_MS);
  // Messages that come meanwhile do not put it off.
  expect(pace.waitMs(true, 1_500)).toBe(500);
});
