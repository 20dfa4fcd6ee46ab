import { storeRegisteredEndpoint } from '#web/lib/storage/push-endpoint.ts';
import { endSession, queueSignOut, sendPendingSignOuts } from './pending-sign-outs.ts';
import { forgetReplacedGuest, readReplacedGuestText } from './replaced-guest-storage.ts';
import { dropSession } from './session.ts';
import { parseStoredSession, readStoredSession } from './stored-session.ts';

/** Ends this session (PROF-06), and that of the guest who was left here. Here it is over at once, also when the server
 * cannot be reached: then it is told later. The client's own sign-out waits for other tabs, and would end the session that one of
 * them has begun meanwhile. */
export function signOut(): void {
  storeRegisteredEndpoint(null);
  const guest = parseStoredSession(readReplacedGuestText());
  if (guest !== null) queueSignOut(guest);
  forgetReplacedGuest();
  const session = readStoredSession();
  void (session === null ? sendPendingSignOuts() : endSession(session));
  dropSession();
}
