import { BACKGROUND, currentRequester, currentShare } from '#server/async/requester.ts';
import { createFairQueue, HEAD_START_OF_PERSON, type FairQueue } from '#server/async/fair-queue.ts';
import { HEAD_START_OF_ADDRESS, TwoOrders } from '#server/async/two-orders.ts';
import { EventLocks } from './event-locks.ts';

/** `urgent` and `bulk`: transactions too. */
export type WaitKind = 'statement' | 'transaction' | 'urgent' | 'bulk';
/** `lockedEventId`: as of `BulkChange`; null for other kinds. */
export type Wanted = { readonly kind: WaitKind; readonly lockedEventId: number | null };

type Entry<Item> = Wanted & {
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

/** If more wait, the database is too slow for all, not only for those who ask too much; likewise for the people of an address. */
const ADDRESSES_MAX = 200;
const PEOPLE_OF_ADDRESS_MAX = 128;
const BATCHES = 'batches';

/** Waiters for a connection, by kind. Requests are served in two orders, by network address and by person; background work takes
 * turns with them, and within it jobs take turns with batches. */
export class WaitQueue<Item> {
  readonly #eventLocks = new EventLocks<Entry<Item>>();
  readonly #queues = createQueues<Item>((entry) => this.#eventLocks.mayStart(entry));
  /** Oldest first. */
  readonly #waiting = new Set<Entry<Item>>();
  readonly #ofAddress = new Map<string, OfAddress<Item>>();
  readonly #counts = { statement: 0, transaction: 0, urgent: 0, bulk: 0 };

  get size(): number {
    return this.#waiting.size;
  }

  /** Whether one waits that may start. */
  has(kind: WaitKind): boolean {
    return this.#counts[kind] > (kind === 'bulk' ? this.#eventLocks.waitingForLock : 0);
  }

  canPass(wanted: Wanted): boolean {
    return this.size === 0 && this.#eventLocks.mayStart(wanted);
  }

  /** For whatever has got a connection, until it gives it back. */
  lockEvent(wanted: Wanted): void {
    this.#eventLocks.lock(wanted);
  }

  unlockEvent(wanted: Wanted): void {
    for (const { key } of this.#eventLocks.unlock(wanted)) this.#queues.bulk.requests.allow(key);
  }

  /** @returns a function that removes it */
  add(kind: WaitKind, item: Item, sinceMs: number, lockedEventId: number | null = null): () => void {
    const { address = null, key = currentShare() } = currentRequester() ?? {};
    // All batches are one group, so that many chats leave half of the turns to the jobs.
    const group = address ?? (key === BACKGROUND ? key : BATCHES);
    const entry: Entry<Item> = { kind, lockedEventId, item, sinceMs, address, group, key };
    this.#waiting.add(entry);
    this.#counts[kind] += 1;
    this.#eventLocks.add(entry);
    if (address !== null) {
      const others = this.#ofAddress.get(address) ?? { all: new Set(), byKey: new Map() };
      this.#ofAddress.set(address, others);
      others.all.add(entry);
      others.byKey.set(key, (others.byKey.get(key) ?? new Set()).add(entry));
    }
    this.#queueOf(entry).add({ key, group, item: entry });
    return () => this.#giveUp(entry);
  }

  take(kind: WaitKind): Item | null {
    const queues = this.#queues[kind];
    const { requests, background, wasBackground } = queues;
    const takeBackground = () => background.takeNext(() => {});
    const entry = wasBackground
      ? (requests.takeNext() ?? takeBackground())
      : (takeBackground() ?? requests.takeNext());
    if (entry === null) return null;
    queues.wasBackground = entry.address === null;
    if (queues.wasBackground) background.countEnd(entry.key, entry.group);
    this.#forget(entry);
    return entry.item;
  }

  clear(): Item[] {
    const items = [...this.#waiting].map(({ item }) => item);
    for (const entry of this.#waiting) this.#giveUp(entry);
    return items;
  }

  /** When the oldest waiter was added: of `who`; of everybody at that address while very many of its people wait; of all if `who`
   * is null or very many addresses wait. */
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

  #queueOf({ kind, address }: Entry<Item>): Pick<FairQueue<Entry<Item>>, 'add'> {
    const { requests, background } = this.#queues[kind];
    return address === null ? background : requests;
  }

  #giveUp(entry: Entry<Item>): void {
    const { key, group, kind, address } = entry;
    const { requests, background } = this.#queues[kind];
    if (address === null) background.remove({ key, group, item: entry }, false);
    else requests.remove(entry);
    this.#forget(entry);
  }

  #forget(entry: Entry<Item>): void {
    if (!this.#waiting.delete(entry)) return;
    this.#counts[entry.kind] -= 1;
    this.#eventLocks.delete(entry);
    if (entry.address !== null) this.#removeOf(entry.address, entry);
    if (this.#waiting.size > 0) return;
    for (const { requests, background } of Object.values(this.#queues)) {
      requests.forgetTurns();
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

type QueuesOfKind<Item> = {
  requests: TwoOrders<Entry<Item>>;
  background: FairQueue<Entry<Item>>;
  wasBackground: boolean;
};
function createQueues<Item>(mayStart: (entry: Entry<Item>) => boolean): Record<WaitKind, QueuesOfKind<Item>> {
  const create = (): QueuesOfKind<Item> => ({
    requests: new TwoOrders(mayStart),
    background: createFairQueue(() => true, HEAD_START_OF_ADDRESS, HEAD_START_OF_PERSON),
    wasBackground: false,
  });
  return { statement: create(), transaction: create(), urgent: create(), bulk: create() };
}
