import { createFakeClock } from '@hereabouts/testing/fake-clock';
import { expect, test } from 'vitest';
import { createRecentAmounts } from './recent-amounts.ts';

test('what was added counts for one to two periods, also where nobody asks for long', () => {
  const clock = createFakeClock();
  const recent = createRecentAmounts(1_000, clock);
  recent.add('anna', 3);
  clock.advance(999);
  recent.add('anna', 4);
  expect([recent.of('anna'), recent.of('ben')]).toEqual([7, 0]);
  clock.advance(1);
  recent.add('anna', 1);
  expect(recent.of('anna')).toBe(8);
  clock.advance(1_000);
  expect(recent.of('anna')).toBe(1);
  recent.add('anna', 5);
  clock.advance(2_000);
  expect(recent.of('anna')).toBe(0);
});
