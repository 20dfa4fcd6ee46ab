import type { Clock } from '#server/clock.ts';
import type { AuthConfig } from '#server/config.ts';
import { createRateLimit } from '#server/rate-limit.ts';
import { addressKey } from './address-key.ts';
import { WireError } from './wire-error.ts';

const WINDOW_MS = 5 * 60_000;
const DAY_MS = 24 * 60 * 60_000;
/** Six digits and a hundred wrong codes a day: one chance in ten thousand. */
const WRONG_CODES_A_DAY = 100;

const tooMany = (waitMs: number) =>
  new WireError('over_request_rate_limit', 'Too many attempts. Please wait a while and try again.', {
    retryAfterS: Math.ceil(waitMs / 1_000),
  });

/** Each has its own attempts, so that guessing at a password does not keep its owner from resetting it. */
export type LimitedAction = 'sign_in' | 'sign_up' | 'send' | 'verify' | 'prove';

export type Limits = {
  /** Counts one attempt from `ip` at `account` (an address or an id). @throws WireError */
  take(action: LimitedAction, ip: string, account: string): void;
  /** The attempt succeeded and is not counted. */
  refund(action: LimitedAction, ip: string, account: string): void;
};

export function createLimits(config: AuthConfig, clock: Clock): Limits {
  const accounts = createRateLimit({ max: config.attemptsPerAccount, windowMs: WINDOW_MS }, clock);
  const addresses = createRateLimit({ max: config.attemptsPerAddress, windowMs: WINDOW_MS }, clock);
  const codes = createRateLimit(
    { max: Math.max(WRONG_CODES_A_DAY, config.attemptsPerAccount), windowMs: DAY_MS },
    clock,
  );
  const of = (action: LimitedAction, ip: string, account: string) =>
    [
      [addresses, `${action} ${addressKey(ip)}`],
      [accounts, `${action} ${account}`],
      ...(action === 'verify' ? ([[codes, account]] as const) : []),
    ] as const;
  return {
    take(action, ip, account) {
      for (const [limit, key] of of(action, ip, account)) {
        const waitMs = limit.take(key);
        if (waitMs > 0) throw tooMany(waitMs);
      }
    },
    refund(action, ip, account) {
      for (const [limit, key] of of(action, ip, account)) limit.refund(key);
    },
  };
}
