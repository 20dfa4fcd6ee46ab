import { SECOND_MS } from '@hereabouts/contract/durations';
import { createFakeClock } from '@hereabouts/testing/fake-clock';
import { expect, test } from 'vitest';
import { createChatPushLog } from './chat-push-log.ts';

test('PUSH-03 a message is pushed to a device once, and later ones after a pause; one that was not sent is pushed again', () => {
  const clock = createFakeClock();
  const log = createChatPushLog(clock, 25 * SECOND_MS);
  const of = (seq: number, deviceId = 'phone') => ({ deviceId, tag: 'chat-1', seq });
  expect(log.waitMs(of(3))).toBe(0);
  log.record(of(3));
  expect([log.waitMs(of(2)), log.waitMs(of(3)), log.waitMs(of(3, 'tablet'))]).toEqual([null, null, 0]);
  clock.advance(10 * SECOND_MS);
  expect(log.waitMs(of(4))).toBe(15 * SECOND_MS);
  clock.advance(15 * SECOND_MS);
  expect(log.waitMs(of(4))).toBe(0);
  log.record(of(4));
  log.forget(of(4));
  expect(log.waitMs(of(4))).toBe(0);
});
