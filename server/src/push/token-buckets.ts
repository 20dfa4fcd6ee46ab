import { dropOldest } from '#server/lib/drop-oldest.ts';

/** A token bucket for each key: `max` at once, refilled within `windowMs`. A token may be booked for a later time. */
export type TokenBuckets = {
  freeAtMs(key: string, nowMs: number): number;
  book(key: string, atMs: number): void;
  refund(key: string): void;
};

const KEYS_MAX = 50_000;

export function createTokenBuckets({ max, windowMs }: { max: number; windowMs: number }): TokenBuckets {
  const everyMs = windowMs / max;
  const endsMs = new Map<string, number>();
  const set = (key: string, ms: number) => {
    endsMs.delete(key);
    endsMs.set(key, ms);
    dropOldest(endsMs, KEYS_MAX);
  };
  return {
    freeAtMs: (key, nowMs) => Math.max(nowMs, Math.ceil((endsMs.get(key) ?? 0) - (max - 1) * everyMs)),
    book: (key, atMs) => set(key, Math.max(endsMs.get(key) ?? 0, atMs) + everyMs),
    refund: (key) => set(key, (endsMs.get(key) ?? 0) - everyMs),
  };
}
