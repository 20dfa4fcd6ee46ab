import type { Clock } from '#server/clock.ts';
import type { AuthConfig } from '#server/config.ts';
import { addressKey, createLimiter } from './rate-limit.ts';

const WINDOW_MS = 5 * 60_000;
const DAY_MS = 24 * 60 * 60_000;
/** Six digits and a hundred wrong codes a day: one chance in ten thousand. */
const WRONG_CODES_A_DAY = 100;

/** Each has its own attempts, so that guessing at a password does not keep its owner from resetting it. */
export type LimitedAction = 'sign_in' | 'sign_up' | 'send' | 'verify' | 'prove';

export type Limits = {
  /** Counts one attempt from `ip` at `account` (an address or an id). @throws WireError */
  take(action: LimitedAction, ip: string, account: string): void;
  /** The attempt succeeded and is not counted. */
  refund(action: LimitedAction, ip: string, account: string): void;
};

export function createLimits(config: AuthConfig, clock: Clock): Limits {
  const accounts = createLimiter({ max: config.attemptsPerAccount, windowMs: WINDOW_MS }, clock);
  const addresses = createLimiter({ max: config.attemptsPerAddress, windowMs: WINDOW_MS }, clock);
  const codes = createLimiter(
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
      for (const [limiter, key] of of(action, ip, account)) limiter.take(key);
    },
    refund(action, ip, account) {
      for (const [limiter, key] of of(action, ip, account)) limiter.refund(key);
    },
  };
}
