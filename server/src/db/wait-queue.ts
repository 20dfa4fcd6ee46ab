import { BACKGROUND, currentRequester, currentShare } from '#server/async/requester.ts';
import { createFairQueue, HEAD_START_OF_PERSON, type FairQueue } from '#server/async/fair-queue.ts';

/** `urgent`: a transaction too. */
export type WaitKind = 'statement' | 'transaction' | 'urgent';
type Entry<Item> = {
  readonly kind: WaitKind;
  readonly item: Item;
  readonly sinceMs: number;
  /** Null: background work. */
  readonly address: string | null;
  /** The address, or the kind of background work. */
  readonly group: string;
  readonly key: string;
};

/** Whose waits: as of `Requester`. `key` null: it is not known yet who asks. */
export type Waits = { address: string; key: string | null };

/** Turns that an address which has not waited yet is ahead. */
const HEAD_START = 2;
/** While so many wait, the database is too slow for all, not for those who ask too much; likewise for the people of an address. */
const ADDRESSES_MAX = 200;
const PEOPLE_OF_ADDRESS_MAX = 64;
const BATCHES = 'batches';

/** What waits for a connection, by kind. In each kind network addresses take turns, then the people of one: the backlog of a few
 * addresses delays nobody else. Background work takes turns with requests, and in it jobs with batches. */
export class WaitQueue<Item> {
  #queues = createQueues<Item>();
  /** Oldest first. */
  readonly #waiting = new Set<Entry<Item>>();
  readonly #ofAddress = new Map<string, OfAddress<Item>>();
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
    const { address = null, key = currentShare() } = currentRequester() ?? {};
    // Together, so that many chats leave half of the turns to the jobs.
    const group = address ?? (key === BACKGROUND ? key : BATCHES);
    const entry: Entry<Item> = { kind, item, sinceMs, address, group, key };
    this.#waiting.add(entry);
    this.#counts[kind] += 1;
    if (address !== null) {
      const others = this.#ofAddress.get(address) ?? { all: new Set(), byKey: new Map() };
      this.#ofAddress.set(address, others);
      others.all.add(entry);
      others.byKey.set(key, (others.byKey.get(key) ?? new Set()).add(entry));
    }
    const { ofRequests, background } = this.#queues[kind];
    (address === null ? background : ofRequests).add({ key, group, item: entry });
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

  /** When the oldest was added: of `who`, or of all their address while very many of its people wait, or of all for null and while
   * very many addresses wait. */
  oldestMs(who: Waits | null, isMeant: (kind: WaitKind) => boolean): number | null {
    for (const { kind, sinceMs } of this.#entriesOf(who)) if (isMeant(kind)) return sinceMs;
    return null;
  }

  #entriesOf(who: Waits | null): Iterable<Entry<Item>> {
    if (who === null || this.#ofAddress.size > ADDRESSES_MAX) return this.#waiting;
    const { all, byKey } = this.#ofAddress.get(who.address) ?? {};
    if (all === undefined || byKey === undefined) return [];
    if (byKey.size > PEOPLE_OF_ADDRESS_MAX) return all;
    return (who.key === null ? undefined : byKey.get(who.key)) ?? [];
  }

  #takeWaiting(queue: FairQueue<Entry<Item>>): Entry<Item> | null {
    for (;;) {
      const entry = queue.takeNext(() => {});
      if (entry === null) return null;
      queue.countEnd(entry.key, entry.group);
      if (this.#waiting.has(entry)) return entry;
    }
  }

  #remove(entry: Entry<Item>): void {
    if (!this.#waiting.delete(entry)) return;
    this.#counts[entry.kind] -= 1;
    if (entry.address !== null) this.#removeOf(entry.address, entry);
    if (this.#waiting.size > 0) return;
    if (this.#holdsRemoved) this.#queues = createQueues();
    this.#holdsRemoved = false;
    for (const { ofRequests, background } of Object.values(this.#queues)) {
      ofRequests.forgetTurns();
      background.forgetTurns();
    }
  }

  #removeOf(address: string, entry: Entry<Item>): void {
    const others = this.#ofAddress.get(address);
    const ofKey = others?.byKey.get(entry.key);
    others?.all.delete(entry);
    ofKey?.delete(entry);
    if (ofKey?.size === 0) others?.byKey.delete(entry.key);
    if (others?.all.size === 0) this.#ofAddress.delete(address);
  }
}

type OfAddress<Item> = { all: Set<Entry<Item>>; byKey: Map<string, Set<Entry<Item>>> };

type Queues<Item> = Record<
  WaitKind,
  { ofRequests: FairQueue<Entry<Item>>; background: FairQueue<Entry<Item>>; wasBackground: boolean }
>;
function createQueues<Item>(): Queues<Item> {
  const createQueue = () => createFairQueue<Entry<Item>>(() => true, HEAD_START, HEAD_START_OF_PERSON);
  const create = () => ({ ofRequests: createQueue(), background: createQueue(), wasBackground: false });
  return { statement: create(), transaction: create(), urgent: create() };
}
