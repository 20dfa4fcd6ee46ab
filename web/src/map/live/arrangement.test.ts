import { expect, test } from 'vitest';
import { arrange } from './arrangement.ts';
import { faceBox, overlap } from './captions.ts';
import { placePins } from './pin-captions.ts';

const NOTHING = { pins: [], own: null };
const person = (id: string, x: number, y: number) => ({ id, x, y, captions: ['Marie'] });
const crowded = Array.from({ length: 30 }, (_, index) =>
  person(`p${index + 10}`, 200 + (index % 6) * 4, 200),
);
const options = { selectedId: null, mayGather: true };

test('LIVE-05 thirty friends at one stage are a crowd, the selected one is drawn beside it', () => {
  const { crowds, offsetOf } = arrange(crowded, NOTHING, { ...options, selectedId: 'p12' });
  expect(crowds.map(({ memberIds }) => memberIds.length)).toEqual([29]);
  const [x, y] = offsetOf('p12');
  const [crowdX, crowdY] = offsetOf(crowds[0]!.id);
  expect(Math.hypot(208 + x - (crowds[0]!.x + crowdX), y - crowdY)).toBeGreaterThan(50);
});

test('LIVE-05 as near as one can go everybody has a face of their own', () => {
  const { crowds, offsetOf } = arrange(crowded, NOTHING, { ...options, mayGather: false });
  expect(crowds).toEqual([]);
  const shown = crowded.map(({ id, x, y }) => [x + offsetOf(id)[0], y + offsetOf(id)[1]] as const);
  for (const [index, one] of shown.entries()) {
    for (const other of shown.slice(index + 1)) {
      expect(Math.hypot(one[0] - other[0], one[1] - other[1])).toBeGreaterThan(30);
    }
  }
});

test('LIVE-09 a friend at the meeting point hides neither it nor its name', () => {
  const fixed = { pins: [{ x: 100, y: 100, name: 'Lamp post' }], own: null };
  const { readable, offsetOf } = arrange([person('a', 100, 90), person('b', 100, 160)], fixed, options);
  expect(Math.hypot(...offsetOf('a'))).toBeGreaterThan(25);
  expect(readable.has('b')).toBe(true);
});

test('LIVE-09 faces make way for the name of the meeting point', () => {
  const apart = { ...options, mayGather: false };
  const pin = { x: 100, y: 100, name: 'Left of the stage, by the second lamp post' };
  const around = [
    person('a', 60, 40),
    person('b', 140, 34),
    person('c', 60, 120),
    person('d', 140, 120),
    person('e', 100, 125),
    person('f', 230, 80),
    person('g', -30, 80),
  ];
  const { pinNames, offsetOf } = arrange(around, { pins: [pin], own: null }, apart);
  expect(pinNames).toEqual([{ side: 'above', shiftPx: 0 }]);
  const [name] = placePins([pin], null, []).nameBoxes;
  for (const { id, x, y } of around) {
    const [offsetX, offsetY] = offsetOf(id);
    expect(overlap(faceBox({ x: x + offsetX, y: y + offsetY }), name!)).toBe(false);
  }
});
