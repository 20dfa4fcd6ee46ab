type Waiter = { readonly lockedEventId: number | null };

/** Of the bulk changes that lock the same event, one at a time gets a connection: others would keep theirs waiting for the lock. */
export class EventLocks<Entry extends Waiter> {
  readonly #locked = new Set<number>();
  readonly #waiting = new Map<number, Set<Entry>>();

  mayStart({ lockedEventId }: Waiter): boolean {
    return lockedEventId === null || !this.#locked.has(lockedEventId);
  }

  get waitingForLock(): number {
    let waiting = 0;
    for (const eventId of this.#locked) waiting += this.#waiting.get(eventId)?.size ?? 0;
    return waiting;
  }

  add(entry: Entry): void {
    const { lockedEventId } = entry;
    if (lockedEventId === null) return;
    const others = this.#waiting.get(lockedEventId) ?? new Set();
    this.#waiting.set(lockedEventId, others.add(entry));
  }

  delete(entry: Entry): void {
    const { lockedEventId } = entry;
    if (lockedEventId === null) return;
    const others = this.#waiting.get(lockedEventId);
    others?.delete(entry);
    if (others?.size === 0) this.#waiting.delete(lockedEventId);
  }

  lock({ lockedEventId }: Waiter): void {
    if (lockedEventId !== null) this.#locked.add(lockedEventId);
  }

  /** @returns those of which one may start now */
  unlock({ lockedEventId }: Waiter): Iterable<Entry> {
    if (lockedEventId === null) return [];
    this.#locked.delete(lockedEventId);
    return this.#waiting.get(lockedEventId) ?? [];
  }
}
