import { createFakeClock } from '@hereabouts/testing/fake-clock';
import { expect, test } from 'vitest';
import { createPace } from './pace.ts';

function start() {
  const clock = createFakeClock();
  const told: string[] = [];
  const pace = createPace<string, number>(clock, 1_000, (key, value) => told.push(`${key}${value}`));
  return { clock, told, pace };
}

test('the first is told at once, then the latest once the time has passed', () => {
  const { clock, told, pace } = start();
  for (const value of [1, 2, 3]) pace.tell('a', value);
  pace.tell('b', 7);
  expect(told).toEqual(['a1', 'b7']);
  clock.advance(999);
  expect(told).toHaveLength(2);
  clock.advance(1);
  expect(told).toEqual(['a1', 'b7', 'a3']);
  pace.tell('a', 4);
  expect(told).toHaveLength(3);
  clock.advance(1_000);
  expect(told).toEqual(['a1', 'b7', 'a3', 'a4']);
});

test('after a rest with nothing new the next is told at once; nothing is told after the end', () => {
  const { clock, told, pace } = start();
  pace.tell('a', 1);
  clock.advance(1_000);
  pace.tell('a', 2);
  expect(told).toEqual(['a1', 'a2']);
  pace.tell('a', 3);
  pace.stop();
  clock.advance(5_000);
  expect(told).toEqual(['a1', 'a2']);
});
