import { DAY_MS, MINUTE_MS } from '@hereabouts/contract/durations';
import { fileTimeOf } from '#server/clock.ts';

const HOURLY_KEPT = 24;
const DAILY_KEPT = 7;
const KEPT_MS = DAILY_KEPT * DAY_MS;
/** What is further ahead was taken by a clock that was ahead. */
const AHEAD_MAX_MS = MINUTE_MS;
const SUFFIX = '.tar.gz';
const UNFINISHED = '.unfinished';
const NAME = /^\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}\.\d{3}Z\.tar\.gz$/;

export const snapshotName = (atMs: number): string => `${fileTimeOf(atMs)}${SUFFIX}`;

export const isSnapshotName = (name: string): boolean => NAME.test(name);

export const isUnfinishedSnapshot = (name: string): boolean =>
  name.endsWith(UNFINISHED) && isSnapshotName(name.slice(0, -UNFINISHED.length));

export const unfinishedName = (name: string): string => `${name}${UNFINISHED}`;

export const snapshotTimeMs = (name: string): number =>
  new Date(name.slice(0, -SUFFIX.length).replace(/T(\d\d)-(\d\d)-/, 'T$1:$2:')).getTime();

const dayOf = (name: string): string => name.slice(0, 10);

const newestFirstOf = (names: readonly string[]): string[] =>
  names.filter(isSnapshotName).toSorted().toReversed();

const untilNow = (newestFirst: readonly string[], nowMs: number): string[] =>
  newestFirst.filter((name) => snapshotTimeMs(name) <= nowMs + AHEAD_MAX_MS);

export const newestSnapshot = (names: readonly string[], nowMs: number): string | undefined =>
  untilNow(newestFirstOf(names), nowMs)[0];

/** Returns the snapshots to delete. Kept: the newest 24 and the newest of each of 7 days (UTC), none older than 7 days, and always
 * `spared`. Snapshots dated in the future rank as the oldest, since one of the clocks is wrong. */
export function expiredSnapshots(names: readonly string[], nowMs: number, spared?: string): string[] {
  const newestFirst = newestFirstOf(names);
  const past = untilNow(newestFirst, nowMs);
  const ranked = [...past, ...newestFirst.filter((name) => !past.includes(name))];
  const kept = new Set(ranked.slice(0, HOURLY_KEPT));
  const days = new Set<string>();
  for (const name of ranked) {
    const day = dayOf(name);
    if (days.has(day) || days.size >= DAILY_KEPT) continue;
    days.add(day);
    kept.add(name);
  }
  const isExpired = (name: string) => !kept.has(name) || nowMs - snapshotTimeMs(name) > KEPT_MS;
  return newestFirst.filter((name) => name !== spared && isExpired(name));
}

/** What is deleted first to make space: all but the newest of each day, oldest first. */
export function spareSnapshots(names: readonly string[]): string[] {
  const newestFirst = newestFirstOf(names);
  return newestFirst
    .filter((name, at) => at > 0 && dayOf(newestFirst[at - 1] ?? '') === dayOf(name))
    .toReversed();
}
