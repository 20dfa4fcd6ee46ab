import { SECOND_MS } from '@hereabouts/contract/durations';
import { createFakeClock } from '@hereabouts/testing/fake-clock';
import { expect, test } from 'vitest';
import { createTold } from './told.ts';

test('PUSH-03 a device is told of a message once, and of later ones after a pause; what was not sent is told', () => {
  const clock = createFakeClock();
  const told = createTold(clock, 25 * SECOND_MS);
  const of = (seq: number, deviceId = 'phone') => ({ deviceId, tag: 'chat-1', seq });
  expect(told.waitMs(of(3))).toBe(0);
  told.note(of(3));
  expect([told.waitMs(of(2)), told.waitMs(of(3)), told.waitMs(of(3, 'tablet'))]).toEqual([null, null, 0]);
  clock.advance(10 * SECOND_MS);
  expect(told.waitMs(of(4))).toBe(15 * SECOND_MS);
  clock.advance(15 * SECOND_MS);
  expect(told.waitMs(of(4))).toBe(0);
  told.note(of(4));
  told.forget(of(4));
  expect(told.waitMs(of(4))).toBe(0);
});
