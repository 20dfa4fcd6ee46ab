import type { QueryKey } from '@tanstack/react-query';
import type { KeptEntry, KeptStore } from './kept-store.ts';

/** To drop every entry whose key begins with `prefix` and that names the person. */
export type DropRequest = { prefix: QueryKey; userId: string };

export const beginsWith = (key: QueryKey, prefix: QueryKey): boolean =>
  prefix.every((part, at) => part === key[at]);

export const isAbout = (key: QueryKey, data: unknown, { prefix, userId }: DropRequest): boolean =>
  beginsWith(key, prefix) && (JSON.stringify(data) ?? '').includes(userId);

/** Entries removed from the store, kept here without their data until they have been read again. */
export class DroppedEntries {
  readonly #store: Pick<KeptStore, 'all' | 'remove'>;
  readonly #requests: DropRequest[] = [];
  readonly #entries = new Map<string, KeptEntry>();
  /** For each read under way, what was requested since it began. */
  readonly #reads = new Set<DropRequest[]>();
  #isDropping = false;

  constructor(store: Pick<KeptStore, 'all' | 'remove'>) {
    this.#store = store;
  }

  /** Requests are collected for one run: anybody can cause hints over and over. */
  drop(request: DropRequest): void {
    for (const since of this.#reads) since.push(request);
    this.#requests.push(request);
    if (!this.#isDropping) void this.#dropAll();
  }

  async #dropAll(): Promise<void> {
    this.#isDropping = true;
    while (this.#requests.length > 0) {
      const requests = this.#requests.splice(0);
      const isGone = ({ key, data }: KeptEntry) => requests.some((request) => isAbout(key, data, request));
      const gone = (await this.#store.all()).filter(isGone);
      for (const entry of gone) this.#entries.set(JSON.stringify(entry.key), { ...entry, data: undefined });
      await this.#store.remove(gone.map(({ name }) => name));
    }
    this.#isDropping = false;
  }

  list(): Iterable<KeptEntry> {
    return this.#entries.values();
  }

  delete(name: string): void {
    this.#entries.delete(name);
  }

  /** Returns the result of `read`, or null if a drop requested meanwhile applies to it: the result may be older. */
  async unlessDropped<T>(key: QueryKey, read: () => Promise<T>): Promise<T | null> {
    const since: DropRequest[] = [];
    this.#reads.add(since);
    try {
      const data = await read();
      return since.some((request) => isAbout(key, data, request)) ? null : data;
    } finally {
      this.#reads.delete(since);
    }
  }
}
