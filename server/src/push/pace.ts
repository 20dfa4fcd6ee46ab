import { MINUTE_MS } from '@hereabouts/contract/durations';
import type { Clock } from '#server/clock.ts';
import { createRateLimit } from '#server/rate-limits/memory-limit.ts';
import { dropOldest } from '#server/drop-oldest.ts';
import { createSlots, type Slots } from '#server/rate-limits/slots.ts';

const OF_ONE_PERSON_A_MINUTE = 10;
/** Anybody can make many accounts: strangers count together. */
const OF_STRANGERS = { max: 5, windowMs: 10 * MINUTE_MS };
const BOOKED_MAX = 50_000;

/** One push to a device. */
export type Turn = {
  /** Of its job. */
  id: string;
  deviceId: string;
  /** What it is about, and the time from one push about it to the next; null for a chat, which has rounds. */
  subject: { tag: string; everyMs: number } | null;
  actorId: string | null;
  /** Of a chat in whose event the device's owner takes no part: whom its pushes count for together, whoever writes. What
   * that person writes counts as theirs alone, so that others do not put it off. */
  inviterId: string | null;
  isByStranger: boolean;
};

/** Keeps anybody from making a device of somebody else ring again and again. In each process. */
export type Pace = {
  /** 0: now. Otherwise ms until a turn of its own, in the order of asking, so that it asks once more only; null: it is not
   * to be sent. */
  take(turn: Turn): number | null;
  /** Of several who cause a push to the device: who has a turn first. Null for none. */
  freest(deviceId: string, people: readonly string[]): string | null;
  /** Nothing was sent. */
  giveBack(turn: Turn): void;
};

export function createPace(clock: Clock): Pace {
  const people = createSlots({ max: OF_ONE_PERSON_A_MINUTE, windowMs: MINUTE_MS });
  const strangers = createRateLimit(OF_STRANGERS, clock);
  const subjects = new Map<number, Slots>();
  /** The moments of turns that are waited for. */
  const booked = new Map<string, number>();
  const subjectsEvery = (everyMs: number): Slots => {
    const slots = subjects.get(everyMs) ?? createSlots({ max: 1, windowMs: everyMs });
    subjects.set(everyMs, slots);
    return slots;
  };
  const limitsOf = ({ deviceId, subject, actorId, inviterId }: Turn): [Slots, string][] => [
    ...(subject === null
      ? []
      : [[subjectsEvery(subject.everyMs), `${deviceId} ${subject.tag}`] satisfies [Slots, string]]),
    ...(actorId === null ? [] : [[people, `${deviceId} ${actorId}`] satisfies [Slots, string]]),
    // Not among those that the inviter causes: a cancellation must not wait for what others write.
    ...(inviterId === null || inviterId === actorId
      ? []
      : [[people, `${deviceId} chats of ${inviterId}`] satisfies [Slots, string]]),
  ];
  const momentFor = (turn: Turn): number => {
    const nowMs = clock.now();
    const limits = limitsOf(turn);
    const atMs =
      booked.get(turn.id) ?? Math.max(nowMs, ...limits.map(([slots, key]) => slots.first(key, nowMs)));
    if (!booked.has(turn.id)) for (const [slots, key] of limits) slots.book(key, atMs);
    booked.delete(turn.id);
    if (atMs > nowMs) booked.set(turn.id, atMs);
    dropOldest(booked, BOOKED_MAX);
    return atMs;
  };
  const giveBack = (turn: Turn) => {
    for (const [slots, key] of limitsOf(turn)) slots.giveBack(key);
  };

  return {
    freest(deviceId, ids) {
      const nowMs = clock.now();
      const firstOf = (id: string): number => people.first(`${deviceId} ${id}`, nowMs);
      return ids.reduce<string | null>(
        (best, id) => (best === null || firstOf(id) < firstOf(best) ? id : best),
        null,
      );
    },
    take(turn) {
      const waitMs = momentFor(turn) - clock.now();
      if (waitMs > 0) return waitMs;
      if (!turn.isByStranger || strangers.take(turn.deviceId) === 0) return 0;
      giveBack(turn);
      return null;
    },
    giveBack(turn) {
      giveBack(turn);
      if (turn.isByStranger) strangers.refund(turn.deviceId);
    },
  };
}
