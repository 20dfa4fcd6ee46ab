import { BACKGROUND, currentRequester, currentShare } from '#server/async/requester.ts';
import { createFairQueue, HEAD_START_OF_PERSON, type FairQueue } from '#server/async/fair-queue.ts';

/** `urgent` and `bulk`: transactions too. */
export type WaitKind = 'statement' | 'transaction' | 'urgent' | 'bulk';
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

/** What waits for a connection, by kind. Turns alternate between two orders: network addresses in turn and then the people of one,
 * so that the backlog of a few addresses delays nobody elsewhere, and people in turn wherever they are, so that it delays nobody who
 * shares an address with them. Background work takes turns with requests, and in it jobs with batches. */
export class WaitQueue<Item> {
  readonly #queues = createQueues<Item>();
  /** Oldest first. */
  readonly #waiting = new Set<Entry<Item>>();
  readonly #ofAddress = new Map<string, OfAddress<Item>>();
  readonly #counts = { statement: 0, transaction: 0, urgent: 0, bulk: 0 };

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
    for (const [queue, place] of this.#placesOf(entry)) queue.add(place);
    return () => this.#remove(entry);
  }

  take(kind: WaitKind): Item | null {
    const queues = this.#queues[kind];
    const { byAddress, byPerson, background } = queues;
    const ofRequests = queues.wasByPerson ? byAddress : byPerson;
    const inTurn = queues.wasBackground ? [ofRequests, background] : [background, ofRequests];
    for (const queue of inTurn) {
      const entry = queue.takeNext(() => {});
      if (entry === null) continue;
      queues.wasBackground = queue === background;
      if (queue !== background) queues.wasByPerson = queue === byPerson;
      this.#remove(entry, 'started');
      return entry.item;
    }
    return null;
  }

  clear(): Item[] {
    const items = [...this.#waiting].map(({ item }) => item);
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

  #placesOf(entry: Entry<Item>): [queue: FairQueue<Entry<Item>>, place: Place<Item>][] {
    const { key, group, address } = entry;
    const { byAddress, byPerson, background } = this.#queues[entry.kind];
    if (address === null) return [[background, { key, group, item: entry }]];
    return [
      [byAddress, { key, group, item: entry }],
      [byPerson, { key, group: key, item: entry }],
    ];
  }

  #remove(entry: Entry<Item>, because: 'started' | 'given up' = 'given up'): void {
    if (!this.#waiting.delete(entry)) return;
    this.#counts[entry.kind] -= 1;
    const hasStarted = because === 'started';
    for (const [queue, place] of this.#placesOf(entry)) {
      queue.remove(place, hasStarted);
      if (hasStarted) queue.countEnd(place.key, place.group);
    }
    if (entry.address !== null) this.#removeOf(entry.address, entry);
    if (this.#waiting.size > 0) return;
    for (const { byAddress, byPerson, background } of Object.values(this.#queues))
      for (const queue of [byAddress, byPerson, background]) queue.forgetTurns();
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

type Place<Item> = { key: string; group: string; item: Entry<Item> };

type QueuesOfKind<Item> = Record<'byAddress' | 'byPerson' | 'background', FairQueue<Entry<Item>>> & {
  wasByPerson: boolean;
  wasBackground: boolean;
};
function createQueues<Item>(): Record<WaitKind, QueuesOfKind<Item>> {
  const createQueue = (headStart = HEAD_START) =>
    createFairQueue<Entry<Item>>(() => true, headStart, HEAD_START_OF_PERSON);
  const create = () => ({
    byAddress: createQueue(),
    byPerson: createQueue(HEAD_START_OF_PERSON),
    background: createQueue(),
    wasByPerson: true,
    wasBackground: false,
  });
  return { statement: create(), transaction: create(), urgent: create(), bulk: create() };
}
