/** A person has stopped what they shared at an event by `at` (ISO), and the database may still hold the consent. */
export type PendingStop = { readonly eventId: number; readonly userId: string; readonly at: string };

/** More than anybody shares at once: a person's stops of made-up events must not fill the memory. */
const PER_PERSON_MAX = 100;

/** Stops that have to be written to the database once it is available again. */
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

  /** A later stop of the same consent stays. */
  settle(stop: PendingStop): void {
    if (this.#stops.get(keyOf(stop)) === stop) this.#stops.delete(keyOf(stop));
  }

  /** The person has consented anew. */
  forget(consent: Pick<PendingStop, 'eventId' | 'userId'>): void {
    this.#stops.delete(keyOf(consent));
  }

  list(): PendingStop[] {
    return [...this.#stops.values()];
  }
}

const keyOf = ({ eventId, userId }: Pick<PendingStop, 'eventId' | 'userId'>): string =>
  `${eventId} ${userId}`;
