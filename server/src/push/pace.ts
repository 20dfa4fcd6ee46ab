import { MINUTE_MS } from '@hereabouts/contract/durations';
import type { Clock } from '#server/clock.ts';
import { createRateLimit, type RateLimit } from '#server/rate-limits/memory-limit.ts';

const OF_ONE_PERSON_A_MINUTE = 10;

/** One push to a device. */
export type Turn = {
  deviceId: string;
  /** What it is about. */
  tag: string;
  /** From one push about it to the next. */
  everyMs: number;
  /** Who caused it. */
  actorId: string | null;
};

/** Keeps anybody from making a device of somebody else ring again and again. In each process. */
export type Pace = {
  /** 0, or ms to wait. */
  take(turn: Turn): number;
  /** Nothing was sent. */
  giveBack(turn: Turn): void;
};

export function createPace(clock: Clock): Pace {
  const people = createRateLimit({ max: OF_ONE_PERSON_A_MINUTE, windowMs: MINUTE_MS }, clock);
  const subjects = new Map<number, RateLimit>();
  const subjectsEvery = (everyMs: number): RateLimit => {
    const limit = subjects.get(everyMs) ?? createRateLimit({ max: 1, windowMs: everyMs }, clock);
    subjects.set(everyMs, limit);
    return limit;
  };
  const subjectKey = ({ deviceId, tag }: Turn) => `${deviceId} ${tag}`;
  const personKey = ({ deviceId, actorId }: Turn) => `${deviceId} ${actorId}`;
  return {
    take(turn) {
      const subject = subjectsEvery(turn.everyMs);
      const waitMs = subject.take(subjectKey(turn));
      if (waitMs > 0 || turn.actorId === null) return waitMs;
      const personWaitMs = people.take(personKey(turn));
      if (personWaitMs > 0) subject.refund(subjectKey(turn));
      return personWaitMs;
    },
    giveBack(turn) {
      subjectsEvery(turn.everyMs).refund(subjectKey(turn));
      if (turn.actorId !== null) people.refund(personKey(turn));
    },
  };
}
