import { MINUTE_MS } from '@hereabouts/contract/durations';
import type { Clock } from '#server/clock.ts';
import { createRateLimit } from '#server/rate-limits/memory-limit.ts';
import { dropOldest } from '#server/lib/drop-oldest.ts';
import { createSlots, type Slots } from './slots.ts';

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
  /** 0: send now. Otherwise the ms to wait for a slot that is reserved for it. Null: do not send. */
  take(push: PacedPush): number | null;
  /** Who of these people may push first; null for an empty list. */
  firstFree(deviceId: string, people: readonly string[]): string | null;
  refund(push: PacedPush): void;
};

export function createPace(clock: Clock): Pace {
  const people = createSlots({ max: OF_ONE_PERSON_A_MINUTE, windowMs: MINUTE_MS });
  const strangers = createRateLimit(OF_STRANGERS, clock);
  const subjects = new Map<number, Slots>();
  /** When each waiting push may be sent, by its id. */
  const booked = new Map<string, number>();
  const subjectsEvery = (everyMs: number): Slots => {
    const slots = subjects.get(everyMs) ?? createSlots({ max: 1, windowMs: everyMs });
    subjects.set(everyMs, slots);
    return slots;
  };
  const limitsOf = ({ deviceId, subject, actorId, inviterId }: PacedPush): [Slots, string][] => [
    ...(subject === null
      ? []
      : [[subjectsEvery(subject.everyMs), `${deviceId} ${subject.tag}`] satisfies [Slots, string]]),
    ...(actorId === null ? [] : [[people, `${deviceId} ${actorId}`] satisfies [Slots, string]]),
    // Not in the inviter's own slots: their cancellation must not wait for what others write.
    ...(inviterId === null || inviterId === actorId
      ? []
      : [[people, `${deviceId} events of ${inviterId}`] satisfies [Slots, string]]),
  ];
  const momentFor = (push: PacedPush): number => {
    const nowMs = clock.now();
    const limits = limitsOf(push);
    const atMs =
      booked.get(push.id) ?? Math.max(nowMs, ...limits.map(([slots, key]) => slots.first(key, nowMs)));
    if (!booked.has(push.id)) for (const [slots, key] of limits) slots.book(key, atMs);
    booked.delete(push.id);
    if (atMs > nowMs) booked.set(push.id, atMs);
    dropOldest(booked, BOOKED_MAX);
    return atMs;
  };
  const refund = (push: PacedPush) => {
    for (const [slots, key] of limitsOf(push)) slots.refund(key);
  };

  return {
    firstFree(deviceId, ids) {
      const nowMs = clock.now();
      const firstOf = (id: string): number => people.first(`${deviceId} ${id}`, nowMs);
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
