import { SESSION_STORAGE_KEY } from '@hereabouts/contract/auth';
import { logError } from '#web/lib/log.ts';
import { readRegisteredEndpoint, storeRegisteredEndpoint } from '#web/lib/storage/push-endpoint.ts';
import { writeItem } from '#web/lib/storage/safe-storage.ts';
import { endSession } from './pending-sign-outs.ts';
import { forgetReplacedGuest, readReplacedGuestText } from './replaced-guest-storage.ts';
import { endReplacedGuest, readReplacedGuest } from './replaced-guest.ts';
import { connect, dropSession, readSessionAgain } from './session.ts';
import { canStoreSession, readStoredSession } from './stored-session.ts';

/** Ends this session (PROF-06), and that of the guest who was left here. Before its second step the guest goes on instead: they
 * were not asked, and nobody could come back to them (GUEST-03). Here it is over at once, also when the server cannot be reached:
 * then it is told later. The client's own sign-out waits for other tabs, and would end the session that one of them has begun
 * meanwhile. */
export function signOut(): void {
  const session = readStoredSession();
  if (session?.lacksSecondStep && goOnAsGuest()) return;
  storeRegisteredEndpoint(null);
  void endReplacedGuest();
  if (session !== null) void endSession(session);
  else if (!canStoreSession()) void endUnstoredSession();
  dropSession();
}

/** Ends this session, and goes on with that of the guest who was left for its person. False where there is none. */
export function goOnAsGuest(): boolean {
  const session = readStoredSession();
  if (session === null || !putGuestBack(session.userId)) return false;
  void endSession(session);
  readSessionAgain();
  return true;
}

/** Where nothing is stored, only the client knows the session. */
async function endUnstoredSession(): Promise<void> {
  try {
    await (await connect()).signOut({ scope: 'local' });
  } catch (cause) {
    logError('the session could not be ended', cause);
  }
}

/** Stores the guest's session in place of that of `userId`, to whom it was left. False where there is none. */
function putGuestBack(userId: string): boolean {
  if (readReplacedGuest()?.replacedBy !== userId) return false;
  const { left_for, ...guest } = JSON.parse(readReplacedGuestText() ?? '{}') as { left_for?: string };
  if (!writeItem(SESSION_STORAGE_KEY, JSON.stringify(guest))) return false;
  forgetReplacedGuest();
  const registered = readRegisteredEndpoint();
  // The browser's subscription has ended: the guest's session registers another one.
  if (registered !== null) storeRegisteredEndpoint({ ...registered, sessionId: '' });
  return true;
}
