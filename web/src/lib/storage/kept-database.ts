import { readItem } from './safe-storage.ts';

/** The IndexedDB database of offline data, and the storage key that says it may hold something (PWA-05). */
export const KEPT = 'hereabouts.kept';

export const mayBeKept = (): boolean => readItem(KEPT) !== null;
