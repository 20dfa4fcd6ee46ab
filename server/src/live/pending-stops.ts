import { SHARING_EVENTS_MAX } from '@hereabouts/contract/sharing';
import { isoOf } from '#server/clock.ts';

/** Ends the consent of a person at an event that was given by `at` (ISO); once it is written, before `at`. */
export type PendingStop = {
  readonly eventId: number;
  readonly userId: string;
  readonly at: string;
  /** Whether the database has deleted what it had: until then the consent may still be in it. */
  readonly isWritten: boolean;
  /** Until this moment (ms) the database may store a consent that was given before the stop. */
  readonly untilMs: number;
};

type Consent = Pick<PendingStop, 'eventId' | 'userId'>;

/** A bound on the memory that stops of invented events take; nobody has more consents. */
const PER_PERSON_MAX = SHARING_EVENTS_MAX;

/** Stops to be written once the database is available, and for some time those that are: a consent that was given before may
 * wait for a lock and be stored after the stop. */
export class PendingStops {
  readonly #stops = new Map<string, Map<number, PendingStop>>();

  /** Returns it together with an earlier one of the same consent. */
  add(stop: PendingStop): PendingStop {
    const own = this.#stops.get(stop.userId) ?? new Map<number, PendingStop>();
    this.#stops.set(stop.userId, own);
    const earlier = own.get(stop.eventId);
    const added = earlier ? merged(earlier, stop) : stop;
    own.delete(stop.eventId);
    own.set(stop.eventId, added);
    for (const oldest of [...own.keys()].slice(0, -PER_PERSON_MAX)) own.delete(oldest);
    return added;
  }

  /** Whether a stop ends a consent given at `startedAt` (ISO). */
  ends({ eventId, userId }: Consent, startedAt: string): boolean {
    const stop = this.#stops.get(userId)?.get(eventId);
    return stop !== undefined && Date.parse(startedAt) <= Date.parse(endedBy(stop).at);
  }

  /** Whether the database may still have the consent, which nobody is to see any more. */
  isUnwritten({ eventId, userId }: Consent): boolean {
    return this.#stops.get(userId)?.get(eventId)?.isWritten === false;
  }

  /** After it was written, not before `nowMs`. */
  settle(stop: PendingStop, nowMs: number): void {
    if (this.#stops.get(stop.userId)?.get(stop.eventId) !== stop) return;
    if (nowMs >= stop.untilMs) this.forget(stop);
    else if (!stop.isWritten) this.#stops.get(stop.userId)?.set(stop.eventId, { ...stop, isWritten: true });
  }

  /** Keeps a later stop of the same consent. */
  forget(stop: PendingStop): void {
    const { eventId, userId } = stop;
    const own = this.#stops.get(userId);
    if (own?.get(eventId)?.at !== stop.at) return;
    own.delete(eventId);
    if (own.size === 0) this.#stops.delete(userId);
  }

  list(): PendingStop[] {
    return [...this.#stops.values()].flatMap((own) => [...own.values()]);
  }
}

const merged = (earlier: PendingStop, stop: PendingStop): PendingStop => ({
  ...stop,
  at: earlier.at > stop.at ? earlier.at : stop.at,
  isWritten: earlier.isWritten && stop.isWritten,
  untilMs: Math.max(earlier.untilMs, stop.untilMs),
});

/** `at` is the latest start of a consent that the stop ends: one given in the millisecond of a written stop comes after it. */
export const endedBy = (stop: PendingStop): PendingStop =>
  stop.isWritten ? { ...stop, at: isoOf(Date.parse(stop.at) - 1) } : stop;
