import { DAY_MS, HOUR_MS } from '@hereabouts/contract/durations';
import { addressKey } from './address-key.ts';
import { fromAddress } from './from-address.ts';
import type { Clock } from '#server/clock.ts';
import { dropOldest } from '#server/lib/drop-oldest.ts';
import { createRateLimit } from './memory-limit.ts';
import { newAccountsText, OWN_TEXT_CHARS } from './policies.ts';
import { createReservations } from './reservations.ts';
import type { Refusal, SharedLimits } from './shared-limits.ts';

const KNOWN_MAX = 20_000;

type Text = { userId: string; ip: string; chars: number };

export type NewAccountsText = {
  /** Null if allowed, as always for accounts that are not new. Never inside a transaction. */
  take(text: Text): Promise<Refusal | null>;
  refund(text: Text): void;
};

type Parts = { chars: number; isNew: (userId: string) => Promise<boolean>; clock: Clock };

/** Per network address and IPv6 customer. Each new account first uses a share of its own, so that none of them silences others. */
export function createNewAccountsText(
  shared: SharedLimits,
  { chars: max, isNew, clock }: Parts,
): NewAccountsText {
  const policies = newAccountsText(max);
  const reservations = createReservations(shared);
  const own = createRateLimit({ max: OWN_TEXT_CHARS, windowMs: DAY_MS }, clock);
  const known = new Map<string, { isNew: boolean; untilMs: number }>();

  const isNewNow = async (userId: string): Promise<boolean> => {
    const before = known.get(userId);
    if (before !== undefined && before.untilMs > clock.now()) return before.isNew;
    const now = { isNew: await isNew(userId), untilMs: clock.now() + HOUR_MS };
    known.set(userId, now);
    dropOldest(known, KNOWN_MAX);
    return now.isNew;
  };

  return {
    async take({ userId, ip, chars }) {
      if (!(await isNewNow(userId))) return null;
      if (own.take(userId, chars) === 0) return null;
      return await reservations.take(addressKey(ip), chars, fromAddress(policies, ip));
    },
    refund({ userId, ip, chars }) {
      if (known.get(userId)?.isNew !== true) return;
      const rest = own.refund(userId, chars);
      if (rest > 0) reservations.refund(addressKey(ip), rest);
    },
  };
}
