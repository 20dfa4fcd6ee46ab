/** A stop at `at` (ISO) whose consent may still be in the database. */
export type PendingStop = { readonly eventId: number; readonly userId: string; readonly at: string };

/** A bound on the memory that stops of invented events take. */
const PER_PERSON_MAX = 100;

/** Stops to be written once the database is available. */
export class PendingStops {
  readonly #stops = new Map<string, PendingStop>();

  add(stop: PendingStop): void {
    const earlier = this.#stops.get(keyOf(stop));
    this.#stops.delete(keyOf(stop));
    this.#stops.set(keyOf(stop), earlier && earlier.at > stop.at ? earlier : stop);
    const own = this.list().filter(({ userId }) => userId === stop.userId);
    for (const oldest of own.slice(0, -PER_PERSON_MAX)) this.#stops.delete(keyOf(oldest));
  }

  has(consent: Pick<PendingStop, 'eventId' | 'userId'>): boolean {
    return this.#stops.has(keyOf(consent));
  }

  /** Keeps a later stop of the same consent. */
  settle(stop: PendingStop): void {
    if (this.#stops.get(keyOf(stop)) === stop) this.#stops.delete(keyOf(stop));
  }

  forget(consent: Pick<PendingStop, 'eventId' | 'userId'>): void {
    this.#stops.delete(keyOf(consent));
  }

  list(): PendingStop[] {
    return [...this.#stops.values()];
  }
}

const keyOf = ({ eventId, userId }: Pick<PendingStop, 'eventId' | 'userId'>): string =>
  `${eventId} ${userId}`;
