import { createFairQueue, HEAD_START_OF_PERSON, type FairQueue } from './fair-queue.ts';

/** How many turns a new address is ahead of the others. */
export const HEAD_START_OF_ADDRESS = 2;

type Waiting<Item> = { key: string; group: string; item: Item };

/** Serves two orders alternately: by network address (`group`) and then by person (`key`), so that the backlog of a few addresses
 * delays nobody elsewhere; and by person whatever the address, so that it delays nobody else at those addresses either. Each turn
 * counts in both. */
export class TwoOrders<Item> {
  readonly #byGroup: FairQueue<Item>;
  readonly #byKey: FairQueue<Item>;
  readonly #waiting = new Map<Item, Waiting<Item>>();
  #wasByKey = true;

  /** @param mayStart false: waits until it is true and `allow` says so; later items of its key wait behind it */
  constructor(mayStart: (item: Item) => boolean = () => true) {
    const mayKeyStart = (_key: string, item: Item) => mayStart(item);
    this.#byGroup = createFairQueue(mayKeyStart, HEAD_START_OF_ADDRESS, HEAD_START_OF_PERSON);
    this.#byKey = createFairQueue(mayKeyStart, HEAD_START_OF_PERSON);
  }

  get size(): number {
    return this.#waiting.size;
  }

  /** Each item once. */
  add(waiting: Waiting<Item>): void {
    this.#waiting.set(waiting.item, waiting);
    for (const [queue, place] of this.#placesOf(waiting)) queue.add(place);
  }

  takeNext(): Item | null {
    const next = (this.#wasByKey ? this.#byGroup : this.#byKey).takeNext(() => {});
    if (next === null) return null;
    this.#wasByKey = !this.#wasByKey;
    this.#remove(next, 'started');
    return next;
  }

  remove(item: Item): void {
    this.#remove(item, 'given up');
  }

  /** As in `FairQueue`. */
  allow(key: string): void {
    this.#byGroup.allow(key);
    this.#byKey.allow(key);
  }

  /** As in `FairQueue`. */
  dropFor(key: string, group: string): Item | null {
    const dropped = this.#byGroup.dropFor(key, group);
    if (dropped !== null) this.remove(dropped);
    return dropped;
  }

  forgetTurns(): void {
    this.#byGroup.forgetTurns();
    this.#byKey.forgetTurns();
  }

  #placesOf({ key, group, item }: Waiting<Item>): [queue: FairQueue<Item>, place: Waiting<Item>][] {
    return [
      [this.#byGroup, { key, group, item }],
      [this.#byKey, { key, group: key, item }],
    ];
  }

  #remove(item: Item, because: 'started' | 'given up'): void {
    const waiting = this.#waiting.get(item);
    if (waiting === undefined) return;
    this.#waiting.delete(item);
    const hasStarted = because === 'started';
    for (const [queue, place] of this.#placesOf(waiting)) {
      queue.remove(place, hasStarted);
      if (hasStarted) queue.countEnd(place.key, place.group);
    }
  }
}
