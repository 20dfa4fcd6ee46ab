import { pageMeta } from '#web/lib/page-meta.ts';

const KEY = 'hereabouts.epoch';
/** The theme is of this browser, not of the instance. The mark of what is kept (kept-database.ts) tells what is to be deleted
 * yet: all of it where nobody is signed in, otherwise what is of another release, and so of another epoch. A guest without an
 * account could not sign in again (guest-left.ts), and sessions that were left here are still to be ended. */
const FORGOTTEN = /^hereabouts\.(?!theme|kept|.*left)/;

/** The session of one, and that pushes are on in this browser: they are turned on again at the server. */
const OF_GUEST = /\.(session|push)$/;

/** What was kept while the instance was another one, before a backup was restored, is forgotten: it may have been withdrawn
 * since. Source: OPS-11. */
export function forgetOtherEpoch(epoch = pageMeta('epoch')): void {
  if (epoch === '') return;
  try {
    const known = localStorage.getItem(KEY);
    if (known !== null && known !== epoch) {
      const isGuest = localStorage.getItem('hereabouts.session')?.includes('"is_anonymous":true');
      for (const storage of [localStorage, sessionStorage]) {
        for (const key of Object.keys(storage)) {
          if (FORGOTTEN.test(key) && !(isGuest && OF_GUEST.test(key))) storage.removeItem(key);
        }
      }
      // Cached pages.
      void globalThis.caches?.keys().then((names) => names.map((name) => caches.delete(name)));
    }
    localStorage.setItem(KEY, epoch);
  } catch {
    // Without storage nothing was kept.
  }
}
