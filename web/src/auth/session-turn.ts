import { canStoreSession } from './stored-session.ts';

/** What raises a session's level and what renews it wait for each other, in all tabs: a renewal with the token from before the
 * level was raised is refused. An insecure page has no locks. */
export async function inSessionTurn<T>(run: () => Promise<T>): Promise<T> {
  // The browser refuses locks along with storage.
  if (!canStoreSession() || !('locks' in navigator)) return await run();
  return await navigator.locks.request('hereabouts.session-turn', run);
}
