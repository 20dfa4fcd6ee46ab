import { expect, test } from 'vitest';
import { readPoint } from './coordinates.ts';
import { type MapEvent, plottedEvents } from '#web/map/events/map-event.ts';

test('HOME-07 coordinates that arrive as text are read', () => {
  expect(readPoint('49.18', ' -2.1 ')).toEqual({ latitude: 49.18, longitude: -2.1 });
  expect(readPoint(0, '0')).toEqual({ latitude: 0, longitude: 0 });
});

test.each([
  [null, -2.1],
  [49.18, undefined],
  ['', -2.1],
  ['  ', -2.1],
  ['abc', -2.1],
  ['49.18N', -2.1],
  [Number.NaN, -2.1],
  [49.18, 'Infinity'],
  [91, 0],
  [0, -181],
])('HOME-07 %s, %s is no point', (latitude, longitude) => {
  expect(readPoint(latitude, longitude)).toBeNull();
});

test('HOME-07 events without numeric coordinates are left off the map', () => {
  const event = (id: number, latitude: MapEvent['latitude']): MapEvent => ({
    id,
    title: 'T',
    location_name: 'L',
    latitude,
    longitude: '-2.1',
    start_time: '2026-06-20T12:00:00.000Z',
    end_time: '2026-06-20T13:00:00.000Z',
    state: 'today',
  });
  const plotted = plottedEvents([event(1, '49.18'), event(2, 'somewhere'), event(3, null), event(4, 49.2)]);
  expect(plotted.map(({ event: { id } }) => id)).toEqual([1, 4]);
});
