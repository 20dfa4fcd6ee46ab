import { currentRequester } from '#server/async/requester.ts';
import { createFairQueue, type FairQueue } from '#server/async/fair-queue.ts';

/** `urgent`: a transaction too. */
export type WaitKind = 'statement' | 'transaction' | 'urgent';
type Entry<Item> = {
  readonly kind: WaitKind;
  readonly item: Item;
  readonly sinceMs: number;
  /** Null: background work, for which no request waits. */
  readonly address: string | null;
  readonly key: string;
};

/** Turns that an address which has not waited yet is ahead. */
const HEAD_START = 2;
/** While so many wait, the database is too slow for all, not for those who ask too much. */
const ADDRESSES_MAX = 200;
const BACKGROUND = 'background';

/** What waits for a connection, by kind. In each kind network addresses take turns, then the people of one: the backlog of a few
 * addresses delays nobody else. Background work takes turns with requests. */
export class WaitQueue<Item> {
  #queues = createQueues<Item>();
  /** Oldest first. */
  readonly #waiting = new Set<Entry<Item>>();
  readonly #ofAddress = new Map<string, Set<Entry<Item>>>();
  /** `#queues` may still hold entries that were removed: a fair queue has no way to remove one. */
  #holdsRemoved = false;
  readonly #counts = { statement: 0, transaction: 0, urgent: 0 };

  get size(): number {
    return this.#waiting.size;
  }

  has(kind: WaitKind): boolean {
    return this.#counts[kind] > 0;
  }

  /** @returns a function that removes it */
  add(kind: WaitKind, item: Item, sinceMs: number): () => void {
    const { address = null, key = BACKGROUND } = currentRequester() ?? {};
    const entry: Entry<Item> = { kind, item, sinceMs, address, key };
    this.#waiting.add(entry);
    this.#counts[kind] += 1;
    if (address !== null) {
      const others = this.#ofAddress.get(address);
      if (others) others.add(entry);
      else this.#ofAddress.set(address, new Set([entry]));
    }
    const { ofRequests, background } = this.#queues[kind];
    (address === null ? background : ofRequests).add({ key, group: address ?? BACKGROUND, item: entry });
    return () => {
      this.#holdsRemoved = true;
      this.#remove(entry);
    };
  }

  take(kind: WaitKind): Item | null {
    const queues = this.#queues[kind];
    const { ofRequests, background } = queues;
    const inTurn = queues.wasBackground ? [ofRequests, background] : [background, ofRequests];
    for (const queue of inTurn) {
      const entry = this.#takeWaiting(queue);
      if (entry === null) continue;
      queues.wasBackground = queue === background;
      this.#remove(entry);
      return entry.item;
    }
    return null;
  }

  clear(): Item[] {
    const items = [...this.#waiting].map(({ item }) => item);
    this.#holdsRemoved = true;
    for (const entry of this.#waiting) this.#remove(entry);
    return items;
  }

  /** When the oldest was added: of one address, or of all for null and while very many addresses wait. */
  oldestMs(address: string | null, isMeant: (kind: WaitKind) => boolean): number | null {
    const isOfAll = address === null || this.#ofAddress.size > ADDRESSES_MAX;
    for (const { kind, sinceMs } of (isOfAll ? this.#waiting : this.#ofAddress.get(address)) ?? [])
      if (isMeant(kind)) return sinceMs;
    return null;
  }

  #takeWaiting(queue: FairQueue<Entry<Item>>): Entry<Item> | null {
    for (;;) {
      const entry = queue.takeNext(() => {});
      if (entry === null) return null;
      queue.countEnd(entry.key, entry.address ?? BACKGROUND);
      if (this.#waiting.has(entry)) return entry;
    }
  }

  #remove(entry: Entry<Item>): void {
    if (!this.#waiting.delete(entry)) return;
    this.#counts[entry.kind] -= 1;
    const others = entry.address === null ? undefined : this.#ofAddress.get(entry.address);
    others?.delete(entry);
    if (entry.address !== null && others?.size === 0) this.#ofAddress.delete(entry.address);
    if (this.#waiting.size > 0) return;
    if (this.#holdsRemoved) this.#queues = createQueues();
    this.#holdsRemoved = false;
    for (const { ofRequests } of Object.values(this.#queues)) ofRequests.forgetTurns();
  }
}

type Queues<Item> = Record<
  WaitKind,
  { ofRequests: FairQueue<Entry<Item>>; background: FairQueue<Entry<Item>>; wasBackground: boolean }
>;
function createQueues<Item>(): Queues<Item> {
  const createQueue = () => createFairQueue<Entry<Item>>(() => true, HEAD_START);
  const create = () => ({ ofRequests: createQueue(), background: createQueue(), wasBackground: false });
  return { statement: create(), transaction: create(), urgent: create() };
}
