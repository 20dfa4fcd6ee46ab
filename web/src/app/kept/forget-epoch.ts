import { readStoredSession } from '#web/auth/stored-session.ts';
import { setEpoch } from '#web/lib/storage/epoch.ts';

/** The theme is of this browser, not of the instance. The mark of what is kept (kept-database.ts) tells what is to be deleted
 * yet: all of it where nobody is signed in, otherwise what is of another release, and so of another epoch. A guest without an
 * account could not sign in again (replaced-guest-storage.ts), and sessions that were left here are still to be ended. */
const FORGOTTEN = /^hereabouts\.(?!(theme|kept|guest-left|left-sessions)$)/;

/** The session of one, and that pushes are on in this browser: they are turned on again at the server. */
const OF_GUEST = /\.(session|push)$/;

/** What was kept while the instance was another one, before a backup was restored, is forgotten: it may have been withdrawn
 * since. Source: OPS-11. */
export async function forgetOtherEpoch(epoch: string): Promise<void> {
  const isGuest = readStoredSession()?.isGuest;
  for (const storage of [localStorage, sessionStorage]) {
    for (const key of Object.keys(storage)) {
      if (FORGOTTEN.test(key) && !(isGuest && OF_GUEST.test(key))) storage.removeItem(key);
    }
  }
  // Before the cached pages: a browser that refuses access to them would otherwise be signed out at each start.
  setEpoch(epoch);
  const cacheNames = (await globalThis.caches?.keys()) ?? [];
  await Promise.all(cacheNames.map((name) => caches.delete(name)));
}
