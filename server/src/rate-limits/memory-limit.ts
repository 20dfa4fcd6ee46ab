import type { Clock } from '#server/clock.ts';
import { TokenBucket } from './token-bucket.ts';

/** Attempts a key has left. Refills steadily: `max` in `windowMs`. */
export type RateLimit = {
  /** Takes one attempt, or as many as `cost`: 0, or the milliseconds to wait when there are not enough left. */
  take(key: string, cost?: number): number;
  /** Gives one attempt, or `cost`, back: what succeeded does not count against its owner. */
  refund(key: string, cost?: number): void;
};

/** Beyond this many keys the one unused for longest is forgotten. */
const KEYS_MAX = 50_000;

/** A token bucket for each key, by the injected clock. Each process counts for itself and forgets at a restart. */
export function createRateLimit(
  { max, windowMs }: { max: number; windowMs: number },
  clock: Clock,
): RateLimit {
  const buckets = new Map<string, TokenBucket>();
  const use = (key: string): TokenBucket => {
    const bucket = buckets.get(key) ?? new TokenBucket(max, (max * 1_000) / windowMs, clock.now());
    buckets.delete(key);
    buckets.set(key, bucket);
    if (buckets.size > KEYS_MAX) buckets.delete(buckets.keys().next().value ?? key);
    return bucket;
  };
  return {
    take(key, cost = 1) {
      const bucket = use(key);
      // A fraction of a millisecond is no wait.
      return bucket.take(clock.now(), cost) ? 0 : Math.max(1, bucket.waitMs(cost));
    },
    refund: (key, cost = 1) => use(key).giveBack(clock.now(), cost),
  };
}
