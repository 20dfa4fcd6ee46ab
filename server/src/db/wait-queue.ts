import { currentRequester } from '#server/async/requester.ts';
import { createFairQueue, type FairQueue } from '#server/async/fair-queue.ts';

/** `urgent`: a transaction too. */
export type WaitKind = 'statement' | 'transaction' | 'urgent';
type Entry<Item> = {
  readonly kind: WaitKind;
  readonly item: Item;
  readonly sinceMs: number;
  /** Null: no request waits for it. */
  readonly address: string | null;
  readonly key: string;
};

/** Turns that an address which has not waited yet is ahead. */
const HEAD_START = 2;
/** While so many wait, the database is too slow for all, not for those who ask too much. */
const ADDRESSES_MAX = 200;
const NOBODY = 'nobody';

/** What waits for a connection, by kind. In each kind network addresses take turns, then the people of one: the backlog of a few
 * addresses delays nobody else. What no request waits for takes turns with what requests wait for. */
export class WaitQueue<Item> {
  #queues = createQueues<Item>();
  /** In the order of their coming. */
  readonly #waiting = new Set<Entry<Item>>();
  readonly #ofAddress = new Map<string, Set<Entry<Item>>>();
  /** The queues may still hold what has. */
  #hasTimedOut = false;
  readonly #counts = { statement: 0, transaction: 0, urgent: 0 };

  get size(): number {
    return this.#waiting.size;
  }

  has(kind: WaitKind): boolean {
    return this.#counts[kind] > 0;
  }

  /** Returns what removes it. */
  add(kind: WaitKind, item: Item, sinceMs: number): () => void {
    const { address = null, key = NOBODY } = currentRequester() ?? {};
    const entry: Entry<Item> = { kind, item, sinceMs, address, key };
    this.#waiting.add(entry);
    this.#counts[kind] += 1;
    if (address !== null) {
      const others = this.#ofAddress.get(address);
      if (others) others.add(entry);
      else this.#ofAddress.set(address, new Set([entry]));
    }
    const { ofRequests, ofNobody } = this.#queues[kind];
    (address === null ? ofNobody : ofRequests).add({ key, group: address ?? NOBODY, item: entry });
    return () => {
      this.#hasTimedOut = true;
      this.#remove(entry);
    };
  }

  take(kind: WaitKind): Item | null {
    const queues = this.#queues[kind];
    const { ofRequests, ofNobody } = queues;
    const inTurn = queues.wasOfNobody ? [ofRequests, ofNobody] : [ofNobody, ofRequests];
    for (const queue of inTurn) {
      const entry = this.#takeWaiting(queue);
      if (entry === null) continue;
      queues.wasOfNobody = queue === ofNobody;
      this.#remove(entry);
      return entry.item;
    }
    return null;
  }

  clear(): Item[] {
    const items = [...this.#waiting].map(({ item }) => item);
    this.#hasTimedOut = true;
    for (const entry of this.#waiting) this.#remove(entry);
    return items;
  }

  /** Since when the one has waited that has waited longest: of one address or, where very many wait or for null, of all. */
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
      queue.countEnd(entry.key, entry.address ?? NOBODY);
      // Others have timed out.
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
    if (this.#hasTimedOut) this.#queues = createQueues();
    this.#hasTimedOut = false;
    for (const { ofRequests } of Object.values(this.#queues)) ofRequests.forgetTurns();
  }
}

type Queues<Item> = Record<
  WaitKind,
  { ofRequests: FairQueue<Entry<Item>>; ofNobody: FairQueue<Entry<Item>>; wasOfNobody: boolean }
>;
function createQueues<Item>(): Queues<Item> {
  const createQueue = () => createFairQueue<Entry<Item>>(() => true, HEAD_START);
  const create = () => ({ ofRequests: createQueue(), ofNobody: createQueue(), wasOfNobody: false });
  return { statement: create(), transaction: create(), urgent: create() };
}
