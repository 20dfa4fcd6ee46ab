import { isIP } from 'node:net';
import type { Clock } from '#server/clock.ts';
import { WireError } from './wire-error.ts';

/** Attempts a key has left. Refills steadily: `max` in `windowMs`. */
export type Limiter = {
  /** Takes one attempt. @throws WireError `over_request_rate_limit` with the seconds to wait */
  take(key: string): void;
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
export function createLimiter({ max, windowMs }: { max: number; windowMs: number }, clock: Clock): Limiter {
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
        throw new WireError(
          'over_request_rate_limit',
          'Too many attempts. Please wait a while and try again.',
          {
            retryAfterS: Math.ceil(((1 - bucket.tokens) * windowMs) / max / 1000),
          },
        );
      }
      store(key, { ...bucket, tokens: bucket.tokens - 1 });
    },
    refund(key) {
      const bucket = current(key);
      store(key, { ...bucket, tokens: Math.min(max, bucket.tokens + 1) });
    },
  };
}

/** What an address counts as: an IPv4 address, or the /64 an IPv6 address is in, which one customer has whole. */
export function addressKey(ip: string): string {
  const address = ip.split('%', 1)[0] ?? ip;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (isIP(address) !== 6) return address;
  const [head = '', tail] = address.toLowerCase().split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length;
  const groups = [...left, ...Array<string>(Math.max(0, zeros)).fill('0'), ...right];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
