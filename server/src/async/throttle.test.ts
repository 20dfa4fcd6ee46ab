import { createFakeClock } from '@hereabouts/testing/fake-clock';
import { expect, test } from 'vitest';
import { createThrottle } from './throttle.ts';

function start() {
  const clock = createFakeClock();
  const told: string[] = [];
  const throttle = createThrottle(clock);
  const tell = (key: string, value: number) => throttle.run(key, 1_000, () => told.push(`${key}${value}`));
  return { clock, told, tell, throttle };
}

test('the first call runs at once, the latest one after the interval', () => {
  const { clock, told, tell } = start();
  for (const value of [1, 2, 3]) tell('a', value);
  tell('b', 7);
  expect(told).toEqual(['a1', 'b7']);
  clock.advance(999);
  expect(told).toHaveLength(2);
  clock.advance(1);
  expect(told).toEqual(['a1', 'b7', 'a3']);
  tell('a', 4);
  expect(told).toHaveLength(3);
  clock.advance(1_000);
  expect(told).toEqual(['a1', 'b7', 'a3', 'a4']);
});

test('after a rest with nothing new the next is done at once; nothing is done after the end', () => {
  const { clock, told, tell, throttle } = start();
  tell('a', 1);
  clock.advance(1_000);
  tell('a', 2);
  expect(told).toEqual(['a1', 'a2']);
  tell('a', 3);
  throttle.stop();
  clock.advance(5_000);
  expect(told).toEqual(['a1', 'a2']);
});
