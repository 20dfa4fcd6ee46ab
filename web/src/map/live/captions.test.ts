import { expect, test } from 'vitest';
import { nameAgo } from '#web/texts/live.tsx';
import { captionWidth, readableCaptions } from './captions.ts';

const face = (id: string, x: number, y: number, ...captions: string[]) => ({
  id,
  x,
  y,
  captions: captions.length > 0 ? captions : ['Marie'],
});
const sidesOf = (...args: Parameters<typeof readableCaptions>) =>
  [...readableCaptions(...args)].map(([id, { side }]) => `${id} ${side}`);

test('LIVE-05 with room around it every word is shown below its face', () => {
  expect(sidesOf([face('a', 0, 0), face('b', 100, 0), face('c', 0, 90)])).toEqual([
    'a below',
    'b below',
    'c below',
  ]);
});

test('LIVE-05 of two words that would cover each other the first is below its face, the other above', () => {
  expect(sidesOf([face('b', 44, 0), face('a', 0, 0)])).toEqual(['b below', 'a above']);
  // Short ones fit side by side.
  expect(sidesOf([face('a', 0, 0, 'Mo'), face('b', 44, 0, 'Al')])).toEqual(['a below', 'b below']);
  // With no room on either side there is none.
  const row = [face('b', 44, 0), face('a', 0, 0), face('c', 22, 0)];
  expect(sidesOf(row)).toEqual(['b below', 'a above']);
});

test('LIVE-05 where how long ago does not fit, the name alone is shown', () => {
  const stale = face('a', 0, 0, 'Harriet · 4 min ago', 'Harriet');
  expect(readableCaptions([stale]).get('a')).toEqual({ text: 'Harriet · 4 min ago', side: 'below' });
  const beside = [face('b', 90, 44), face('c', 90, -44), stale];
  expect(readableCaptions(beside).get('a')).toEqual({ text: 'Harriet', side: 'below' });
});

test('LIVE-05 a name written from right to left is kept apart from how long ago, and takes no more room', () => {
  const caption = nameAgo('مريم', '4 min ago');
  expect(caption).toBe('\u200e\u2068مريم\u2069 · 4 min ago');
  expect(captionWidth(caption)).toBe(captionWidth('مريم · 4 min ago'));
});

test('LIVE-05 no word covers a face, or what else stands there', () => {
  expect(sidesOf([face('a', 0, 0), face('b', 10, 44)])).toEqual(['a above', 'b below']);
  const [above, below] = [-60, 20].map((top) => ({ left: -10, right: 10, top, bottom: top + 40 }));
  expect(sidesOf([face('a', 0, 0)], [above!])).toEqual(['a below']);
  expect(sidesOf([face('a', 0, 0)], [below!])).toEqual(['a above']);
  expect(sidesOf([face('a', 0, 0)], [below!, above!])).toEqual(['a right']);
  const right = { left: 20, right: 40, top: -5, bottom: 5 };
  expect(sidesOf([face('a', 0, 0)], [below!, above!, right])).toEqual(['a left']);
  const left = { left: -40, right: -20, top: -5, bottom: 5 };
  expect(sidesOf([face('a', 0, 0)], [below!, above!, right, left])).toEqual([]);
});
