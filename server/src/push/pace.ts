import { MINUTE_MS } from '@hereabouts/contract/durations';
import type { Clock } from '#server/clock.ts';
import { createRateLimit } from '#server/rate-limits/memory-limit.ts';
import { dropOldest } from '#server/lib/drop-oldest.ts';
import { createTokenBuckets, type TokenBuckets } from './token-buckets.ts';

const OF_ONE_PERSON_A_MINUTE = 10;
/** Anybody can make many accounts: strangers count together. */
const OF_STRANGERS = { max: 5, windowMs: 10 * MINUTE_MS };
const BOOKED_MAX = 50_000;

export type PacedPush = {
  id: string;
  deviceId: string;
  /** `everyMs`: between two pushes about it; null for a chat, which has rounds. */
  subject: { tag: string; everyMs: number } | null;
  actorId: string | null;
  /** For events that the device's owner has not accepted: the creator or inviter to whom all these pushes are charged, whoever
   * causes them. Charged separately from pushes that this person causes, so that neither delays the other. */
  inviterId: string | null;
  isByStranger: boolean;
};

/** Per process. Keeps anybody from making somebody else's device ring again and again. */
export type Pace = {
  /** 0: send now. Otherwise the ms to wait for a token that is booked for it. Null: do not send. */
  take(push: PacedPush): number | null;
  /** Who of these people may push first; null for an empty list. */
  firstFree(deviceId: string, people: readonly string[]): string | null;
  refund(push: PacedPush): void;
};

export function createPace(clock: Clock): Pace {
  const people = createTokenBuckets({ max: OF_ONE_PERSON_A_MINUTE, windowMs: MINUTE_MS });
  const strangers = createRateLimit(OF_STRANGERS, clock);
  const subjects = new Map<number, TokenBuckets>();
  /** When each waiting push may be sent, by its id. */
  const booked = new Map<string, number>();
  const subjectsEvery = (everyMs: number): TokenBuckets => {
    const buckets = subjects.get(everyMs) ?? createTokenBuckets({ max: 1, windowMs: everyMs });
    subjects.set(everyMs, buckets);
    return buckets;
  };
  const limitsOf = ({ deviceId, subject, actorId, inviterId }: PacedPush): [TokenBuckets, string][] => [
    ...(subject === null
      ? []
      : [[subjectsEvery(subject.everyMs), `${deviceId} ${subject.tag}`] satisfies [TokenBuckets, string]]),
    ...(actorId === null ? [] : [[people, `${deviceId} ${actorId}`] satisfies [TokenBuckets, string]]),
    // Not from the inviter's own tokens: their cancellation must not wait for what others write.
    ...(inviterId === null || inviterId === actorId
      ? []
      : [[people, `${deviceId} events of ${inviterId}`] satisfies [TokenBuckets, string]]),
  ];
  const momentFor = (push: PacedPush): number => {
    const nowMs = clock.now();
    const limits = limitsOf(push);
    const atMs =
      booked.get(push.id) ?? Math.max(nowMs, ...limits.map(([buckets, key]) => buckets.freeAtMs(key, nowMs)));
    if (!booked.has(push.id)) for (const [buckets, key] of limits) buckets.book(key, atMs);
    booked.delete(push.id);
    if (atMs > nowMs) booked.set(push.id, atMs);
    dropOldest(booked, BOOKED_MAX);
    return atMs;
  };
  const refund = (push: PacedPush) => {
    for (const [buckets, key] of limitsOf(push)) buckets.refund(key);
  };

  return {
    firstFree(deviceId, ids) {
      const nowMs = clock.now();
      const firstOf = (id: string): number => people.freeAtMs(`${deviceId} ${id}`, nowMs);
      return ids.reduce<string | null>(
        (best, id) => (best === null || firstOf(id) < firstOf(best) ? id : best),
        null,
      );
    },
    take(push) {
      const waitMs = momentFor(push) - clock.now();
      if (waitMs > 0) return waitMs;
      if (!push.isByStranger || strangers.take(push.deviceId) === 0) return 0;
      refund(push);
      return null;
    },
    refund(push) {
      refund(push);
      if (push.isByStranger) strangers.refund(push.deviceId);
    },
  };
}
