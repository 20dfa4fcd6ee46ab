import { expect, test } from 'vitest';
import { CLUSTER_ABOVE, clusterName, createMapItems, type DegreeBox } from './clusters.ts';
import { fanOut } from './fan-out.ts';
import type { PlottedEvent } from './map-event.ts';

const JERSEY: DegreeBox = [-2.3, 49.1, -1.9, 49.3];

/** Events a few hundred metres apart, from St Helier westwards. */
const row = (count: number, state: 'live' | 'upcoming' = 'upcoming'): PlottedEvent[] =>
  Array.from({ length: count }, (_, i) => ({
    event: {
      id: i + 1,
      title: `Event ${i + 1}`,
      location_name: 'Jersey',
      latitude: 49.18,
      longitude: -2.1,
      start_time: '2026-06-20T12:00:00.000Z',
      end_time: '2026-06-20T13:00:00.000Z',
      state,
    },
    point: { latitude: 49.18, longitude: -2.1 - i * 0.002 },
  }));

test('HOME-03 up to 50 events each have their own marker, at every zoom', () => {
  const items = createMapItems(fanOut(row(CLUSTER_ABOVE)));
  for (const zoom of [5, 13, 19]) {
    expect(items(JERSEY, zoom).filter(({ kind }) => kind === 'event')).toHaveLength(50);
  }
});

test('HOME-03 more than 50 gather into clusters that lose nothing and fall apart when opened', () => {
  const itemsIn = createMapItems(fanOut(row(CLUSTER_ABOVE + 1)));
  const count = (zoom: number) =>
    itemsIn(JERSEY, zoom).reduce((all, item) => all + (item.kind === 'cluster' ? item.cluster.count : 1), 0);
  expect(count(8)).toBe(51);
  expect(count(12)).toBe(51);
  const [whole] = itemsIn(JERSEY, 5);
  if (whole?.kind !== 'cluster') throw new Error('expected one cluster');
  expect(clusterName(whole.cluster)).toBe('51 events');
  expect(itemsIn(JERSEY, whole.cluster.opensAtZoom).length).toBeGreaterThan(1);
  expect(itemsIn(JERSEY, 17).every(({ kind }) => kind === 'event')).toBe(true);
});

test('HOME-03 a cluster with a live event is marked as live', () => {
  const quiet = row(60);
  const liveIn = (events: PlottedEvent[]) =>
    createMapItems(fanOut(events))(JERSEY, 5).some((item) => item.kind === 'cluster' && item.cluster.live);
  expect(liveIn(quiet)).toBe(false);
  expect(liveIn([...quiet.slice(0, 59), ...row(1, 'live')])).toBe(true);
});

test('HOME-03 only events in the viewport are shown', () => {
  const itemsIn = createMapItems(fanOut(row(51)));
  expect(itemsIn([10, 50, 11, 51], 17)).toEqual([]);
});
