import type { QueryKey } from '@tanstack/react-query';
import { clear, createStore, delMany, entries, get, setMany, type UseStore } from 'idb-keyval';
import { KEPT } from '#web/lib/storage/kept-database.ts';
import { markKept } from './forget-kept.ts';

export type KeptEntry = {
  owner: string;
  /** Another release may expect another shape of responses. */
  release: string;
  key: QueryKey;
  data: unknown;
  /** When it was read, in ms since the epoch. */
  atMs: number;
};

/** Without storage nothing is kept, and nothing else changes (PWA-08). */
export type KeptStore = {
  get(key: QueryKey): Promise<KeptEntry | null>;
  all(): Promise<KeptEntry[]>;
  set(entries: readonly KeptEntry[]): Promise<void>;
  remove(keys: readonly QueryKey[]): Promise<void>;
  clear(): Promise<void>;
};

const nameOf = (key: QueryKey) => JSON.stringify(key);

export function openKeptStore(): KeptStore {
  let store: UseStore | null = null;
  const quietly = async <T>(run: (store: UseStore) => Promise<T>, otherwise: T): Promise<T> => {
    try {
      return await run((store ??= createStore(KEPT, 'answers')));
    } catch {
      return otherwise;
    }
  };
  return {
    get: (key) => quietly(async (store) => (await get<KeptEntry>(nameOf(key), store)) ?? null, null),
    all: () =>
      quietly(async (store) => (await entries<string, KeptEntry>(store)).map(([, entry]) => entry), []),
    set: (kept) =>
      quietly(async (store) => {
        markKept(true);
        await setMany(
          kept.map((entry) => [nameOf(entry.key), entry]),
          store,
        );
      }, undefined),
    remove: (keys) => quietly((store) => delMany(keys.map(nameOf), store), undefined),
    clear: () =>
      quietly(async (store) => {
        await clear(store);
        markKept(false);
      }, undefined),
  };
}
