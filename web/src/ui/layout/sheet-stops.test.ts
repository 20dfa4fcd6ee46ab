import { expect, test } from 'vitest';
import { FingerTrack, followed, heightAfter, heightBeside, sheetStops } from './sheet-stops.ts';

const STOPS = sheetStops(800, 120);

test('LIVE-14 let go at rest the sheet takes the nearest height, let go in motion the next one that way', () => {
  expect(STOPS).toEqual({ peek: 120, half: 360, full: 800 });
  expect([230, 250, 560, 600].map((seenPx) => heightAfter(STOPS, seenPx, 0))).toEqual([
    'peek',
    'half',
    'half',
    'full',
  ]);
  expect(heightAfter(STOPS, 300, -1)).toBe('peek');
  expect(heightAfter(STOPS, 200, 1)).toBe('half');
  expect(heightAfter(STOPS, 460, 1.5)).toBe('full');
  expect(heightAfter(STOPS, 150, 3.5)).toBe('full');
});

test('LIVE-14 on a low screen, or with much that always shows, the heights keep their order', () => {
  expect(sheetStops(400, 160)).toEqual({ peek: 160, half: 256, full: 400 });
  expect(sheetStops(200, 160)).toEqual({ peek: 160, half: 200, full: 200 });
  expect(sheetStops(120, 160)).toEqual({ peek: 120, half: 120, full: 120 });
});

test('LIVE-14 each step goes to the next height, and stays at the last', () => {
  expect([heightBeside('peek', 1), heightBeside('half', 1), heightBeside('full', 1)]).toEqual([
    'half',
    'full',
    'full',
  ]);
  expect([heightBeside('full', -1), heightBeside('peek', -1)]).toEqual(['half', 'peek']);
});

test('LIVE-14 the sheet follows the finger, and resists beyond its ends', () => {
  expect([60, 120, 300, 800, 900].map((seenPx) => followed(STOPS, seenPx))).toEqual([
    105, 120, 300, 800, 825,
  ]);
});

test('LIVE-14 only the last tenth of a second of a finger counts', () => {
  const track = new FingerTrack();
  expect(track.velocity(0)).toBe(0);
  for (const [y, atMs] of [
    [700, 0],
    [600, 50],
    [500, 100],
  ] as const)
    track.add(y, atMs);
  expect(track.velocity(100)).toBe(2);
  expect(track.velocity(400)).toBe(0);
});

test('LIVE-14 half is as high as all that is there where the map keeps its room, and never less than a row', () => {
  expect(sheetStops(800, 120, 200).half).toBe(320);
  expect(sheetStops(800, 120, 376).half).toBe(496);
  expect(sheetStops(800, 120, 377).half).toBe(360);
  expect(sheetStops(800, 120, 20).half).toBe(216);
});
