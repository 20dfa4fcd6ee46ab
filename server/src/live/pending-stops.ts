import { SHARING_EVENTS_MAX } from '@hereabouts/contract/sharing';
import { isoOf } from '#server/clock.ts';

/** Ends consents given at or before `at` (ISO); once the stop is written, only those given before `at`. */
export type PendingStop = {
  readonly eventId: number;
  readonly userId: string;
  readonly at: string;
  /** Until the stop is written the database may have the consent. */
  readonly isWritten: boolean;
  /** ms; until then the database may store an earlier consent. */
  readonly untilMs: number;
};

type Consent = Pick<PendingStop, 'eventId' | 'userId'>;

/** Bounds the memory that stops at invented events take. */
const PER_PERSON_MAX = SHARING_EVENTS_MAX;

/** Written stops are kept for some time: an earlier consent may wait for a lock and be stored after the stop. */
export class PendingStops {
  readonly #stops = new Map<string, Map<number, PendingStop>>();

  /** Merges the stop with an earlier one of the same person and event. */
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

  ends({ eventId, userId }: Consent, startedAt: string): boolean {
    const stop = this.#stops.get(userId)?.get(eventId);
    return stop !== undefined && Date.parse(startedAt) <= Date.parse(endedBy(stop).at);
  }

  /** The database may still have the consent, which nobody may see. */
  isUnwritten({ eventId, userId }: Consent): boolean {
    return this.#stops.get(userId)?.get(eventId)?.isWritten === false;
  }

  /** Call it once the stop is written. `nowMs`: a time before the write. */
  settle(stop: PendingStop, nowMs: number): void {
    if (this.#stops.get(stop.userId)?.get(stop.eventId) !== stop) return;
    if (nowMs >= stop.untilMs) this.forget(stop);
    else if (!stop.isWritten) this.#stops.get(stop.userId)?.set(stop.eventId, { ...stop, isWritten: true });
  }

  /** A later stop of the same person and event stays. */
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

/** A consent given in the millisecond of a written stop comes after it. */
export const endedBy = (stop: PendingStop): PendingStop =>
  stop.isWritten ? { ...stop, at: isoOf(Date.parse(stop.at) - 1) } : stop;
