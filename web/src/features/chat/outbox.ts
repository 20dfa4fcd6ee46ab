import { outboxPrefixOf } from '#web/lib/storage/unsent-keys.ts';
import { newUuid } from '#web/lib/uuid.ts';

/** A message that is written but not known to be stored by the server. */
export type OutboxEntry = {
  readonly id: string;
  readonly eventId: number;
  readonly message: string;
  /** Milliseconds since the epoch, strictly increasing: the order of sending. */
  readonly at: number;
  /** `refused`: the server does not take it, and the person decides (CHAT-05). `taken`: its id belongs to another message.
   * `stored`: kept only until the log shows it. */
  readonly state: 'waiting' | 'refused' | 'taken' | 'stored';
  /** Its place in the log, once it is stored. */
  readonly seq?: number;
  /** The instance's epoch when it was written, where known. */
  readonly epoch?: string;
};

export const isRefused = ({ state }: OutboxEntry): boolean => state === 'refused' || state === 'taken';

export type OutboxStorage = Pick<Storage, 'length' | 'key' | 'getItem' | 'setItem' | 'removeItem'>;

/** Unsent messages of one person. In localStorage, because its writes are synchronous: a closing tab loses nothing. One key
 * per message, so that tabs never overwrite each other. Without storage a message waits in memory. */
export class Outbox {
  readonly userId: string;
  readonly #prefix: string;
  readonly #storage: OutboxStorage | null;
  readonly #now: () => number;
  readonly #epoch: string;
  readonly #listeners = new Set<() => void>();
  readonly #unsaved = new Set<string>();
  #entries: readonly OutboxEntry[] = [];
  #isStalled = false;

  constructor(userId: string, parts: { storage: OutboxStorage | null; now: () => number; epoch: string }) {
    this.userId = userId;
    this.#prefix = outboxPrefixOf(userId);
    this.#storage = parts.storage;
    this.#now = parts.now;
    this.#epoch = parts.epoch;
    this.refresh();
  }

  /** In the order of sending; the same array until something changes. */
  get entries(): readonly OutboxEntry[] {
    return this.#entries;
  }

  /** The last attempt did not reach the server. */
  get isStalled(): boolean {
    return this.#isStalled;
  }

  setStalled(isStalled: boolean): void {
    if (isStalled === this.#isStalled) return;
    this.#isStalled = isStalled;
    this.#notify();
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Takes a message; once this returns it survives the tab. */
  add(eventId: number, message: string, epoch = this.#epoch): OutboxEntry {
    const at = Math.max(this.#now(), (this.#entries.at(-1)?.at ?? 0) + 1);
    const entry: OutboxEntry = { id: newUuid(), eventId, message, at, state: 'waiting', epoch };
    this.#save(entry);
    this.#replace([...this.#entries, entry]);
    return entry;
  }

  refuse(id: string, state: 'refused' | 'taken'): void {
    this.#change(id, (entry) => ({ ...entry, state }));
  }

  /** To be sent again, under another id where the old one belongs to another message. */
  retry(id: string): void {
    const entry = this.#entries.find((one) => one.id === id);
    if (entry?.state === 'taken') {
      this.remove([id]);
      this.add(entry.eventId, entry.message, entry.epoch ?? '');
    } else if (entry?.state === 'refused') {
      this.#change(id, (one) => ({ ...one, state: 'waiting' }));
    }
  }

  /** The server has it: nothing is left to send, but it is shown until the log does. */
  markStored(id: string, seq: number): void {
    this.#forget(id);
    this.#replace(
      this.#entries.map((entry) => (entry.id === id ? { ...entry, state: 'stored', seq } : entry)),
    );
  }

  remove(ids: readonly string[]): void {
    if (ids.length === 0) return;
    for (const id of ids) this.#forget(id);
    this.#replace(this.#entries.filter(({ id }) => !ids.includes(id)));
  }

  /** Another tab may have added, changed or sent something. */
  refresh(): void {
    const own = this.#entries.filter(({ id, state }) => state === 'stored' || this.#unsaved.has(id));
    const kept = this.#read().filter((entry) => own.every(({ id }) => id !== entry.id));
    const next = [...kept, ...own];
    if (JSON.stringify(next.toSorted(byTime)) !== JSON.stringify(this.#entries)) this.#replace(next);
  }

  #read(): OutboxEntry[] {
    try {
      const storage = this.#storage;
      const keys = Array.from({ length: storage?.length ?? 0 }, (_, index) => storage?.key(index) ?? '');
      return keys
        .filter((key) => key.startsWith(this.#prefix))
        .flatMap((key) => parseEntry(storage?.getItem(key) ?? null));
    } catch {
      return [];
    }
  }

  #save(entry: OutboxEntry): void {
    try {
      if (!this.#storage) throw new Error('There is no storage');
      this.#storage.setItem(this.#prefix + entry.id, JSON.stringify(entry));
      this.#unsaved.delete(entry.id);
    } catch {
      this.#unsaved.add(entry.id);
    }
  }

  #forget(id: string): void {
    this.#unsaved.delete(id);
    try {
      this.#storage?.removeItem(this.#prefix + id);
    } catch {
      // What was never stored need not be removed.
    }
  }

  #change(id: string, change: (entry: OutboxEntry) => OutboxEntry): void {
    const next = this.#entries.map((entry) => (entry.id === id ? change(entry) : entry));
    const changed = next.find((entry) => entry.id === id);
    if (changed) this.#save(changed);
    this.#replace(next);
  }

  #replace(entries: readonly OutboxEntry[]): void {
    this.#entries = entries.toSorted(byTime);
    this.#notify();
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}

const byTime = (a: OutboxEntry, b: OutboxEntry) => a.at - b.at || (a.id < b.id ? -1 : 1);

/** Extensions or older releases may have written anything. */
function parseEntry(text: string | null): OutboxEntry[] {
  try {
    const { id, eventId, message, at, state, epoch } = JSON.parse(text ?? 'null') as Record<string, unknown>;
    if (typeof id !== 'string' || typeof eventId !== 'number') return [];
    if (typeof message !== 'string' || typeof at !== 'number') return [];
    const known = state === 'refused' || state === 'taken' ? state : 'waiting';
    return [{ id, eventId, message, at, state: known, ...(typeof epoch === 'string' && { epoch }) }];
  } catch {
    return [];
  }
}
