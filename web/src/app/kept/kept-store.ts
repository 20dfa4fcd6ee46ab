import type { QueryKey } from '@tanstack/react-query';
import {
  clear,
  createStore,
  delMany,
  entries,
  get,
  promisifyRequest,
  setMany,
  type UseStore,
} from 'idb-keyval';
import { KEPT } from '#web/lib/storage/kept-database.ts';
import { removeItem, writeItem } from '#web/lib/storage/safe-storage.ts';

export type KeptEntry = {
  owner: string;
  /** Another release may expect another shape of responses. */
  release: string;
  key: QueryKey;
  data: unknown;
  /** When it was read, in ms since the epoch. */
  atMs: number;
  /** When a page last asked for it, in ms since the epoch: it may have been read again since, unseen. */
  seenAtMs: number;
};

export type NamedEntry = KeptEntry & { name: string };

/** Without storage nothing is kept, and nothing else changes (PWA-08). */
export type KeptStore = {
  get(key: QueryKey): Promise<KeptEntry | null>;
  /** Also those of other releases. */
  all(): Promise<NamedEntry[]>;
  set(entries: readonly KeptEntry[]): Promise<void>;
  /** Does nothing where the entry is gone. */
  setSeen(key: QueryKey, seenAtMs: number): Promise<void>;
  remove(names: readonly string[]): Promise<void>;
  nameOf(key: QueryKey): string;
  /** Rejects where it does not work: then it is tried again. */
  clear(): Promise<void>;
};

export function markKept(isKept: boolean): void {
  if (isKept) writeItem(KEPT, '1');
  else removeItem(KEPT);
}

/** Names have the release: while a tab of an older one is open, neither overwrites what the other keeps. */
export function openKeptStore(release: string): KeptStore {
  const nameOf = (key: QueryKey) => `${JSON.stringify(key)} ${release}`;
  let store: UseStore | null = null;
  const opened = () => (store ??= createStore(KEPT, 'answers'));
  const quietly = async <T>(run: (store: UseStore) => Promise<T>, otherwise: T): Promise<T> => {
    try {
      return await run(opened());
    } catch {
      return otherwise;
    }
  };
  return {
    get: (key) => quietly(async (store) => (await get<KeptEntry>(nameOf(key), store)) ?? null, null),
    all: () =>
      quietly(
        async (store) =>
          (await entries<string, KeptEntry>(store)).map(([name, entry]) => ({ ...entry, name })),
        [],
      ),
    set: (kept) =>
      quietly(async (store) => {
        markKept(true);
        await setMany(
          kept.map((entry) => [nameOf(entry.key), entry]),
          store,
        );
      }, undefined),
    // In one transaction: another tab may have written or deleted the entry meanwhile.
    setSeen: (key, seenAtMs) =>
      quietly(
        (store) =>
          store('readwrite', (all) => {
            const request: IDBRequest<KeptEntry | undefined> = all.get(nameOf(key));
            request.addEventListener('success', () => {
              if (request.result) all.put({ ...request.result, seenAtMs }, nameOf(key));
            });
            return promisifyRequest(all.transaction);
          }),
        undefined,
      ),
    remove: (names) => quietly((store) => delMany([...names], store), undefined),
    clear: async () => clear(opened()),
    nameOf,
  };
}
