const HOURLY_KEPT = 24;
const DAILY_KEPT = 7;
const SUFFIX = '.tar.gz';
const NAME = /^\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}\.\d{3}Z\.tar\.gz$/;

/** `2026-06-20T12-00-00.000Z.tar.gz`: names sort by time, and no file system minds them. */
export const snapshotName = (atMs: number): string =>
  `${new Date(atMs).toISOString().replaceAll(':', '-')}${SUFFIX}`;

export const isSnapshotName = (name: string): boolean => NAME.test(name);

/** The moment a snapshot was taken, ms since the epoch. */
export const snapshotTimeMs = (name: string): number =>
  new Date(name.slice(0, -SUFFIX.length).replace(/T(\d\d)-(\d\d)-/, 'T$1:$2:')).getTime();

/** Which of `names` may go: all but the 24 newest and the newest of each of the last 7 days that have any (UTC). */
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
