import { SESSION_STORAGE_KEY } from '@hereabouts/contract/auth';
import { REPLACED_GUEST_KEY } from '#web/auth/replaced-guest-storage.ts';
import { PENDING_SIGN_OUTS_KEY, readStoredSession } from '#web/auth/stored-session.ts';
import { releaseOfPage } from '#web/lib/release/new-release.ts';
import { setEpoch } from '#web/lib/storage/epoch.ts';
import { KEPT } from '#web/lib/storage/kept-database.ts';
import { PUSH_KEY, readRegisteredEndpoint, storeRegisteredEndpoint } from '#web/lib/storage/push-endpoint.ts';
import { RELEASE_CACHES } from '#web/lib/storage/release-caches.ts';
import { THEME_KEY } from '#web/lib/storage/theme.ts';
import { webClock } from '#web/lib/time/clock.ts';

const PREFIX = 'hereabouts.';
/** The app starts after this in any case. */
const CACHED_PAGES_MAX_MS = 2_000;

/** Survive a restore: also the mark of what is to be deleted (`kept-database.ts`), the replaced guest's session, which nobody
 * could sign in to again, and pending sign-outs. */
const LASTING: ReadonlySet<string> = new Set([THEME_KEY, KEPT, REPLACED_GUEST_KEY, PENDING_SIGN_OUTS_KEY]);

/** Stay for a guest without an account. */
const LASTING_OF_GUEST: ReadonlySet<string> = new Set([SESSION_STORAGE_KEY, PUSH_KEY]);

/** Forgets what was kept before a backup was restored: it may have been withdrawn since. Source: OPS-11. */
export async function forgetOtherEpoch(epoch: string): Promise<void> {
  const isAnonymous = readStoredSession()?.isAnonymous;
  for (const storage of [localStorage, sessionStorage]) {
    for (const key of Object.keys(storage)) {
      const isLasting = LASTING.has(key) || (isAnonymous && LASTING_OF_GUEST.has(key));
      if (key.startsWith(PREFIX) && !isLasting) storage.removeItem(key);
    }
  }
  // The server's are gone with the restore: the guest's session registers another one.
  const registered = readRegisteredEndpoint();
  if (registered !== null) storeRegisteredEndpoint({ ...registered, sessionId: '' });
  // Before the cached pages: a browser that refuses access to them would otherwise be signed out at each start.
  setEpoch(epoch);
  const late = new Promise<void>((resolve) => webClock.after(CACHED_PAGES_MAX_MS, resolve));
  await Promise.race([forgetCachedPages(), late]);
}

async function forgetCachedPages(): Promise<void> {
  // The cache of the page's release stays: that belongs to the new epoch, and nothing would fill the cache again.
  const own = RELEASE_CACHES + releaseOfPage();
  const names = (await globalThis.caches?.keys()) ?? [];
  await Promise.all(names.filter((name) => name !== own).map((name) => caches.delete(name)));
}
