import type { Clock } from './clock.ts';

/** Attempts a key has left. Refills steadily: `max` in `windowMs`. */
export type RateLimit = {
  /** Takes one attempt: 0, or the milliseconds to wait when none is left. */
  take(key: string): number;
  /** Gives one attempt back: what succeeded does not count against its owner. */
  refund(key: string): void;
};

type Bucket = { tokens: number; atMs: number };

/** Beyond this many keys the one unused for longest is forgotten. */
const KEYS_MAX = 50_000;

/**
 * Token buckets in memory, by the injected clock. Each process counts for itself and forgets at a restart: what they
 * guard (hash time, guesses at a password, mails to one address) is bounded either way, and no request waits for a row.
 */
export function createRateLimit(
  { max, windowMs }: { max: number; windowMs: number },
  clock: Clock,
): RateLimit {
  const buckets = new Map<string, Bucket>();
  const current = (key: string): Bucket => {
    const nowMs = clock.now();
    const known = buckets.get(key);
    if (known === undefined) return { tokens: max, atMs: nowMs };
    const refilled = known.tokens + (Math.max(0, nowMs - known.atMs) * max) / windowMs;
    return { tokens: Math.min(max, refilled), atMs: nowMs };
  };
  const store = (key: string, bucket: Bucket) => {
    buckets.delete(key);
    buckets.set(key, bucket);
    if (buckets.size > KEYS_MAX) buckets.delete(buckets.keys().next().value ?? key);
  };
  return {
    take(key) {
      const bucket = current(key);
      if (bucket.tokens < 1) {
        store(key, bucket);
        return Math.ceil(((1 - bucket.tokens) * windowMs) / max);
      }
      store(key, { ...bucket, tokens: bucket.tokens - 1 });
      return 0;
    },
    refund(key) {
      const bucket = current(key);
      store(key, { ...bucket, tokens: Math.min(max, bucket.tokens + 1) });
    },
  };
}
