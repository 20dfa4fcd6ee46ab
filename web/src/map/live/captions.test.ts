import { expect, test } from 'vitest';
import { readableCaptions } from './captions.ts';

const face = (id: string, x: number, y: number, caption = 'Marie') => ({ id, x, y, caption });

test('LIVE-05 with room around it every word is shown', () => {
  expect([...readableCaptions([face('a', 0, 0), face('b', 100, 0), face('c', 0, 90)])]).toEqual([
    'a',
    'b',
    'c',
  ]);
});

test('LIVE-05 of two words that would cover each other the first is shown', () => {
  expect([...readableCaptions([face('b', 44, 0), face('a', 0, 0)])]).toEqual(['b']);
  // Short ones fit side by side.
  expect(readableCaptions([face('a', 0, 0, 'Mo'), face('b', 44, 0, 'Al')]).size).toBe(2);
});

test('LIVE-05 no word covers a face, or what else stands there', () => {
  expect([...readableCaptions([face('a', 0, 0), face('b', 10, 44)])]).toEqual(['b']);
  const pin = { left: -10, right: 10, top: 20, bottom: 60 };
  expect(readableCaptions([face('a', 0, 0)], [pin]).size).toBe(0);
});
