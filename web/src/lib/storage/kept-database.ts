/** The IndexedDB database of what was read, for when there is no network, and the key in the storage that says that it may
 * hold something (PWA-05). */
export const KEPT = 'hereabouts.kept';

export function mayBeKept(): boolean {
  try {
    return localStorage.getItem(KEPT) !== null;
  } catch {
    // Without storage nothing is kept.
    return false;
  }
}
