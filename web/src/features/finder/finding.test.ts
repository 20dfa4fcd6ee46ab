import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createFakeClock } from '@hereabouts/testing/fake-clock';
import type { BearingAndDistance } from '#web/lib/geo/bearing-and-distance.ts';
import { turnDeg } from '#web/lib/geo/angles.ts';
import { announce, ANNOUNCE_AGAIN_MS, ANNOUNCE_EVERY_MS, type Said, type Words } from './announcer.ts';
import { directionWords, spokenDistance } from './direction-words.ts';
import { aroundText, bigDistance, isAround, stepsPassed } from './finding.ts';

const way = (distanceM: number, combinedM: number): BearingAndDistance => ({
  distanceM,
  combinedM,
  bearingDeg: 0,
});

test('FIND-01 within the combined accuracy they are around, and a little further out they still are', () => {
  expect(isAround(way(23, 23), false)).toBe(true);
  expect(isAround(way(23.1, 23), false)).toBe(false);
  expect(isAround(way(28, 23), true)).toBe(true);
  expect(isAround(way(29, 23), true)).toBe(false);
});

test.each([
  [3, 4, 'Within about 5 m. Look around.'],
  [0, 0, 'Within about 5 m. Look around.'],
  [10, 23, 'Within about 25 m. Look around.'],
  [28, 23, 'Within about 30 m. Look around.'],
  [12, 83, 'Within about 85 m. Look around.'],
])('FIND-01 %d m away, unsure by %d m: "%s"', (distance, combined, text) => {
  expect(aroundText(way(distance, combined))).toBe(text);
});

test.each([
  [7.4, '7', 'm'],
  [64.6, '65', 'm'],
  [123, '125', 'm'],
  [994, '995', 'm'],
  [995, '1.0', 'km'],
  [1_240, '1.2', 'km'],
  [12_400, '12', 'km'],
] as const)('FIND-01 %d metres in big letters: %s %s', (metres, value, unit) => {
  expect(bigDistance(metres)).toEqual({ value, unit });
});

test('FIND-01 each step towards somebody is one more', () => {
  const steps = [300, 100, 99, 50, 26, 25, 20].map((distance) => stepsPassed(way(distance, 10), false));
  expect(steps).toEqual([0, 1, 1, 2, 2, 3, 3]);
  expect(stepsPassed(way(9, 10), true)).toBe(4);
});

test.each([
  [0, 0, 'straight ahead'],
  [350, 5, 'ahead, slightly right'],
  [5, 350, 'ahead, slightly left'],
  [0, 50, 'ahead, to the right'],
  [0, 270, 'to the left'],
  [90, 230, 'behind you, to the right'],
  [10, 190, 'behind you'],
] as const)('FIND-01 facing %d°, what lies at %d° is %s', (heading, bearing, words) => {
  expect(directionWords(heading, bearing)).toBe(words);
});

test('FIND-01 left and right are never confused', () => {
  const angle = fc.double({ min: 0, max: 359.9, noNaN: true });
  fc.assert(
    fc.property(angle, angle, (heading, bearing) => {
      const turn = turnDeg(heading, bearing);
      const words = directionWords(heading, bearing);
      if (words.includes('left')) expect(turn).toBeLessThan(0);
      if (words.includes('right')) expect(turn).toBeGreaterThan(0);
      expect(words.includes('ahead')).toBe(Math.abs(turn) <= 65);
    }),
  );
});

test('FIND-01 distances are read out in steps', () => {
  expect([3, 27, 121, 374, 1_260].map(spokenDistance)).toEqual([
    '5 metres',
    '25 metres',
    '120 metres',
    '370 metres',
    '1.3 kilometres',
  ]);
});

test('FIND-01 words are read out calmly: news after a while, the same again much later, "look around" at once', () => {
  const away = (text: string) => ({ kind: 'away', text });
  const first = announce(null, away('to the left, 40 metres'), 0);
  const due = announce(first, away('behind you, 40 metres'), ANNOUNCE_EVERY_MS);
  expect(due).toEqual({ ...away('behind you, 40 metres'), atMs: ANNOUNCE_EVERY_MS });
  const around = { kind: 'around', text: 'look around' };
  expect(announce(first, around, 10)).toEqual({ ...around, atMs: 10 });
  expect(announce(first, first, ANNOUNCE_AGAIN_MS - 1)).toBe(first);
  expect(announce(first, first, ANNOUNCE_AGAIN_MS)).toEqual({ ...first, atMs: ANNOUNCE_AGAIN_MS });
});

test('FIND-01 the line never holds words that are out of date, and is not read out more often for it', () => {
  const clock = createFakeClock();
  const around = { kind: 'around', text: 'Within about 15 m. Look around.' };
  const far = { kind: 'away', text: 'ahead, 290 metres' };
  const farther = { kind: 'away', text: 'ahead, 300 metres' };
  let said: Said | null = null;
  const lines: string[] = [];
  const hear = (words: Words, afterMs: number) => {
    clock.advance(afterMs);
    said = announce(said, words, clock.now());
    lines.push(said.text);
  };
  hear(around, 0);
  hear(far, 400);
  hear(farther, 1_000);
  // The same as before the change is news again only when it is time.
  hear(far, 1_000);
  hear(farther, ANNOUNCE_EVERY_MS - 2_001);
  hear(farther, 1);
  expect(lines).toEqual([around.text, far.text, '', '', '', farther.text]);
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.constantFrom(around, far, farther), fc.nat(7_000))), (steps) => {
      said = null;
      for (const [words, afterMs] of steps) {
        hear(words, afterMs);
        expect([words.text, '']).toContain(lines.at(-1));
      }
    }),
  );
});
