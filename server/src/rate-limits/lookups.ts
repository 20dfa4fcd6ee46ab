import { dropOldest } from '#server/lib/drop-oldest.ts';
import { HOUR_MS } from '@hereabouts/contract/durations';
import type { Clock } from '#server/clock.ts';
import { rateLimited } from '#server/http/errors.ts';
import { createRateLimit } from './memory-limit.ts';

const PEOPLE_PER_RECORD = 50;
/** Reopening recent records is free, because pages refetch. */
const RECENT_MAX = 50;
const VIEWERS_MAX = 5_000;

/** Limits against harvesting all people and events. Per process. */
export type Lookups = {
  /** Existing or not. @throws HttpError `rate_limited` */
  openRecord(viewerId: string, kind: 'user' | 'event', id: string | number): void;
  /** In Discover. @throws HttpError `rate_limited` */
  showPeople(viewerId: string, count: number): void;
};

export function createLookups({ perHour }: { perHour: number }, clock: Clock): Lookups {
  const records = createRateLimit({ max: perHour, windowMs: HOUR_MS }, clock);
  const people = createRateLimit({ max: perHour * PEOPLE_PER_RECORD, windowMs: HOUR_MS }, clock);
  const recentOf = new Map<string, Set<string>>();

  const isRecent = (viewerId: string, key: string): boolean => {
    const recent = recentOf.get(viewerId) ?? new Set();
    const known = recent.delete(key);
    recent.add(key);
    dropOldest(recent, RECENT_MAX);
    recentOf.delete(viewerId);
    recentOf.set(viewerId, recent);
    dropOldest(recentOf, VIEWERS_MAX);
    return known;
  };

  return {
    openRecord(viewerId, kind, id) {
      if (isRecent(viewerId, `${kind} ${id}`)) return;
      const waitMs = records.take(viewerId);
      if (waitMs === 0) return;
      recentOf.get(viewerId)?.delete(`${kind} ${id}`);
      throw rateLimited(waitMs);
    },
    showPeople(viewerId, count) {
      const waitMs = people.take(viewerId, Math.max(1, count));
      if (waitMs > 0) throw rateLimited(waitMs);
    },
  };
}
