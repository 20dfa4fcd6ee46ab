import { expect, test } from 'vitest';
import { HOUR_MS } from '@hereabouts/contract/durations';
import { expiredSnapshots, isSnapshotName, snapshotName, snapshotTimeMs } from './snapshot-retention.ts';

const START_MS = Date.UTC(2026, 5, 20, 12);

test('a name tells its moment and sorts by it', () => {
  const name = snapshotName(START_MS + 123);
  expect(name).toBe('2026-06-20T12-00-00.123Z.tar.gz');
  expect(isSnapshotName(name)).toBe(true);
  expect(snapshotTimeMs(name)).toBe(START_MS + 123);
});

test('after 30 days of hourly snapshots 24 hours and 7 days are kept', () => {
  let kept: string[] = [];
  for (let hour = 0; hour < 30 * 24; hour++) {
    kept.push(snapshotName(START_MS + hour * HOUR_MS));
    const expired = new Set(expiredSnapshots(kept));
    kept = kept.filter((name) => !expired.has(name));
  }
  const lastMs = START_MS + (30 * 24 - 1) * HOUR_MS;
  const hourly = Array.from({ length: 24 }, (_, back) => snapshotName(lastMs - back * HOUR_MS));
  expect(kept).toEqual(expect.arrayContaining(hourly));
  const days = new Set(kept.map((name) => name.slice(0, 10)));
  expect(days.size).toBe(7);
  // The two newest days are among the hourly ones; five more stand for a day each.
  expect(kept).toHaveLength(24 + 5);
});

test('few snapshots far apart all stay', () => {
  const names = [1, 40, 400].map((days) => snapshotName(START_MS - days * 24 * HOUR_MS));
  expect(expiredSnapshots(names)).toEqual([]);
});

test('other files in the folder are nobody’s to delete', () => {
  const strange = ['notes.txt', 'x.tar.gz', `${snapshotName(START_MS)}.unfinished`];
  expect(expiredSnapshots([...Array.from({ length: 40 }, () => 'keep.me'), ...strange])).toEqual([]);
});
