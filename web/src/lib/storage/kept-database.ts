/** The IndexedDB database of what was read, for when there is no network (PWA-05). */
export const KEPT_DATABASE = 'hereabouts.kept';
