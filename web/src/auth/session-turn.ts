import { canStoreSession } from './stored-session.ts';

const LOCK = 'hereabouts.session-turn';

/** What raises a session's level and what renews it wait for each other, in all tabs: a renewal with the token from before the
 * level was raised is refused. An insecure page has no locks. */
export const inSessionTurn = <T>(run: () => Promise<T>): Promise<T> =>
  // The browser refuses locks along with storage.
  canStoreSession() && 'locks' in navigator ? navigator.locks.request(LOCK, run) : run();
