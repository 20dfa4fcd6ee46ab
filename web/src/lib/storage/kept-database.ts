import { readItem } from './safe-storage.ts';

/** The IndexedDB database of what was read, for when there is no network, and the key in the storage that says that it may
 * hold something (PWA-05). */
export const KEPT = 'hereabouts.kept';

export const mayBeKept = (): boolean => readItem(KEPT) !== null;
