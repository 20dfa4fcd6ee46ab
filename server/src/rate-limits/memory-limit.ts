import type { Clock } from '#server/clock.ts';
import { dropOldest } from '#server/lib/drop-oldest.ts';
import { TokenBucket } from './token-bucket.ts';

/** Token bucket: `max` in `windowMs`. */
export type RateLimit = {
  /** 0, or ms to wait. */
  take(key: string, cost?: number): number;
  /** Returns what had no room. */
  refund(key: string, cost?: number): number;
};

const KEYS_MAX = 50_000;

/** Per key and process. */
export function createRateLimit(
  { max, windowMs }: { max: number; windowMs: number },
  clock: Clock,
): RateLimit {
  const buckets = new Map<string, TokenBucket>();
  /** Deletes up to two full buckets per use, more than are added, so that a crowd leaves nothing behind. */
  const forgetFull = () => {
    for (const [key, bucket] of buckets.entries().take(2)) {
      if (!bucket.isFull(clock.now())) return;
      buckets.delete(key);
    }
  };
  const use = (key: string): TokenBucket => {
    const bucket = buckets.get(key) ?? new TokenBucket(max, (max * 1_000) / windowMs, clock.now());
    buckets.delete(key);
    forgetFull();
    buckets.set(key, bucket);
    dropOldest(buckets, KEYS_MAX);
    return bucket;
  };
  return {
    take(key, cost = 1) {
      const bucket = use(key);
      return bucket.take(clock.now(), cost) ? 0 : Math.max(1, bucket.waitMs(cost));
    },
    refund: (key, cost = 1) => use(key).refund(clock.now(), cost),
  };
}
