import { createFairQueue, type FairQueue } from './fair-queue.ts';

type Waiting<Item> = { key: string; group: string; item: Item };

/** Turns alternate between two orders: groups in turn and then the keys of one, so that the backlog of a few groups delays no other,
 * and keys in turn wherever they are, so that it delays no other key of the group. Each turn counts in both. */
export class TwoOrders<Item> {
  readonly #byGroup: FairQueue<Item>;
  readonly #byKey: FairQueue<Item>;
  readonly #waiting = new Map<Item, Waiting<Item>>();
  #wasByKey = true;

  /** `headStart`: turns that a group which has not waited yet is ahead; `keyHeadStart`: a key. */
  constructor(headStart: number, keyHeadStart: number) {
    this.#byGroup = createFairQueue<Item>(() => true, headStart, keyHeadStart);
    this.#byKey = createFairQueue<Item>(() => true, keyHeadStart);
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

  /** As of `FairQueue`. */
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
