import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '@hereabouts/contract/durations';
import {
  expiredSnapshots,
  isSnapshotName,
  isUnfinishedSnapshot,
  newestSnapshot,
  snapshotName,
  snapshotTimeMs,
  spareSnapshots,
} from './snapshot-retention.ts';

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
    const expired = new Set(expiredSnapshots(kept, START_MS + hour * HOUR_MS));
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

test('SAFE-03 of few snapshots far apart none is kept for more than 7 days', () => {
  const names = [1, 6.9, 7.1, 40, 400].map((days) => snapshotName(START_MS - days * DAY_MS));
  expect(expiredSnapshots(names, START_MS)).toEqual(names.slice(2));
});

test('SAFE-03 what a clock that was ahead has taken gives its place to each new snapshot, and is gone after 7 days', () => {
  const at = (hours: number) => snapshotName(START_MS + hours * HOUR_MS);
  const ahead = Array.from({ length: 30 }, (_, back) => at(60 * 24 - back));
  expect(newestSnapshot(ahead, START_MS)).toBeUndefined();
  let names = ahead;
  const keptAheadAfter = (hours: number) => {
    const taken = at(hours);
    const expired = new Set(expiredSnapshots([...names, taken], START_MS + hours * HOUR_MS, taken));
    names = [...names, taken].filter((name) => !expired.has(name));
    expect(names).toContain(taken);
    expect(newestSnapshot(names, START_MS + hours * HOUR_MS)).toBe(taken);
    return names.filter((name) => ahead.includes(name)).length;
  };
  const kept = Array.from({ length: 7 * 24 + 1 }, (_, hours) => keptAheadAfter(hours));
  expect(kept[0]).toBe(23);
  expect(kept[24]).toBeLessThanOrEqual(2);
  expect(kept.at(-1)).toBe(0);
});

test('OPS-06 a clock that is behind, as on a board without one of its own, deletes no snapshot of the right one', () => {
  const names = Array.from({ length: 20 }, (_, back) => snapshotName(START_MS - back * HOUR_MS));
  const behindMs = START_MS - 2_000 * DAY_MS;
  const taken = snapshotName(behindMs);
  expect(expiredSnapshots([...names, taken], behindMs, taken)).toEqual([]);
  // Set right, it is the other one that goes.
  expect(expiredSnapshots([...names, taken], START_MS)).toEqual([taken]);
});

test('all but the newest of each day make space, the oldest first', () => {
  const at = [-30, -26, -25, -3, -2, -1].map((hours) => snapshotName(START_MS + hours * HOUR_MS));
  expect(spareSnapshots(at)).toEqual([at[0], at[1], at[3], at[4]]);
  expect(spareSnapshots([])).toEqual([]);
});

test('other files in the folder are nobody’s to delete', () => {
  const strange = ['notes.txt', 'x.tar.gz', `${snapshotName(START_MS)}.unfinished`];
  const names = [...Array.from({ length: 40 }, () => 'keep.me'), ...strange];
  expect(expiredSnapshots(names, START_MS + 400 * DAY_MS)).toEqual([]);
  expect(spareSnapshots(names)).toEqual([]);
  expect([...names, 'x.unfinished'].filter(isUnfinishedSnapshot)).toEqual([strange[2]]);
});
