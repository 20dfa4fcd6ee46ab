import { isoOf } from '#server/clock.ts';

const HOURLY_KEPT = 24;
const DAILY_KEPT = 7;
const SUFFIX = '.tar.gz';
const NAME = /^\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}\.\d{3}Z\.tar\.gz$/;

/** Sorts by time and is valid on every file system. */
export const snapshotName = (atMs: number): string => `${isoOf(atMs).replaceAll(':', '-')}${SUFFIX}`;

export const isSnapshotName = (name: string): boolean => NAME.test(name);

export const snapshotTimeMs = (name: string): number =>
  new Date(name.slice(0, -SUFFIX.length).replace(/T(\d\d)-(\d\d)-/, 'T$1:$2:')).getTime();

/** All but the newest 24 and the newest of each of the last 7 days (UTC). */
export function expiredSnapshots(names: readonly string[]): string[] {
  const newestFirst = names.filter(isSnapshotName).toSorted().toReversed();
  const kept = new Set(newestFirst.slice(0, HOURLY_KEPT));
  const days = new Set<string>();
  for (const name of newestFirst) {
    const day = name.slice(0, 10);
    if (days.has(day) || days.size >= DAILY_KEPT) continue;
    days.add(day);
    kept.add(name);
  }
  return newestFirst.filter((name) => !kept.has(name));
}
