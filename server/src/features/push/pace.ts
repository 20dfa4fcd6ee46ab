import { MINUTE_MS, SECOND_MS } from '@hereabouts/contract/durations';
import type { Clock } from '#server/clock.ts';
import { createRateLimit, type RateLimit } from '#server/rate-limits/memory-limit.ts';
import { tagOf, type Subject } from './policy.ts';

/** From one push about a subject to the next; what has changed meanwhile is in the next one. */
const SUBJECT_EVERY_MS = 30 * SECOND_MS;
/** Anybody can send a request, take it back and send it again. */
const REQUEST_EVERY_MS = 10 * MINUTE_MS;
const OF_ONE_PERSON_A_MINUTE = 10;

/** Keeps anybody from making a device of somebody else ring again and again. In each process. */
export type Pace = {
  /** Takes one turn; ms until there will be one, or 0. */
  take(deviceId: string, subject: Subject): number;
  /** Nothing was sent. */
  giveBack(deviceId: string, subject: Subject): void;
};

export function createPace(clock: Clock): Pace {
  const subjects = createRateLimit({ max: 1, windowMs: SUBJECT_EVERY_MS }, clock);
  const requests = createRateLimit({ max: 1, windowMs: REQUEST_EVERY_MS }, clock);
  const people = createRateLimit({ max: OF_ONE_PERSON_A_MINUTE, windowMs: MINUTE_MS }, clock);
  const limitsOf = (deviceId: string, subject: Subject): [RateLimit, string][] => {
    // A chat has rounds of its own.
    if (subject.kind === 'chat') return [];
    const own = subject.kind === 'request_received' ? requests : subjects;
    const limits: [RateLimit, string][] = [[own, `${deviceId} ${tagOf(subject)}`]];
    if (subject.actor_id !== null) limits.push([people, `${deviceId} ${subject.actor_id}`]);
    return limits;
  };
  return {
    take(deviceId, subject) {
      const taken: [RateLimit, string][] = [];
      for (const [limit, key] of limitsOf(deviceId, subject)) {
        const waitMs = limit.take(key);
        if (waitMs > 0) {
          for (const [other, otherKey] of taken) other.refund(otherKey);
          return waitMs;
        }
        taken.push([limit, key]);
      }
      return 0;
    },
    giveBack(deviceId, subject) {
      for (const [limit, key] of limitsOf(deviceId, subject)) limit.refund(key);
    },
  };
}
