import { expect, test } from 'vitest';
import { fanOut } from './fan-out.ts';
import type { PlottedEvent } from './map-event.ts';

const at = (id: number, latitude: number): PlottedEvent => ({
  event: {
    id,
    title: `${id}`,
    location_name: 'L',
    latitude,
    longitude: -2.1,
    start_time: '2026-06-20T12:00:00.000Z',
    end_time: '2026-06-20T13:00:00.000Z',
    state: 'today',
  },
  point: { latitude, longitude: -2.1 },
});

test('HOME-03 a lone event stands on its point', () => {
  expect(fanOut([at(1, 49.18), at(2, 49.19)]).map(({ offset }) => offset)).toEqual([
    [0, 0],
    [0, 0],
  ]);
});

test.each([2, 5, 12])('HOME-03 %i events at one place stand apart, in their order', (count) => {
  const fanned = fanOut(Array.from({ length: count }, (_, i) => at(i, 49.18)));
  expect(fanned.map(({ event }) => event.id)).toEqual(Array.from({ length: count }, (_, i) => i));
  for (const [i, one] of fanned.entries()) {
    for (const other of fanned.slice(i + 1)) {
      const apart = Math.hypot(one.offset[0] - other.offset[0], one.offset[1] - other.offset[1]);
      expect(apart).toBeGreaterThan(20);
    }
  }
});
