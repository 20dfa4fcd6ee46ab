import { SECOND_MS } from '@hereabouts/contract/durations';
import { canStoreSession } from './stored-session.ts';

const LOCK = 'hereabouts.session-turn';
/** Longer than a renewal takes. A tab that is suspended in its turn must not keep the others signed out. */
const WAIT_MAX_MS = 10 * SECOND_MS;

/** What raises a session's level and what renews it wait for each other, in all tabs: a renewal with the token from before the
 * level was raised is refused. An insecure page has no locks. */
export async function inSessionTurn<T>(run: () => Promise<T>): Promise<T> {
  // The browser refuses locks along with storage.
  if (!canStoreSession() || !('locks' in navigator)) return await run();
  let hasTurn = false;
  const inTurn = () => {
    hasTurn = true;
    return run();
  };
  try {
    return await navigator.locks.request(LOCK, { signal: AbortSignal.timeout(WAIT_MAX_MS) }, inTurn);
  } catch (error) {
    if (hasTurn) throw error;
    return await run();
  }
}
