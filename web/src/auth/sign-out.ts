import { readRegisteredEndpoint, storeRegisteredEndpoint } from '#web/lib/storage/push-endpoint.ts';
import { endSession, queueSignOut, sendPendingSignOuts } from './pending-sign-outs.ts';
import { forgetReplacedGuest, readReplacedGuestText } from './replaced-guest-storage.ts';
import { putGuestBack } from './replaced-guest.ts';
import { dropSession, readSessionAgain } from './session.ts';
import { parseStoredSession, readStoredSession } from './stored-session.ts';

/** Ends this session (PROF-06), and that of the guest who was left here. Before its second step the guest goes on instead: they
 * were not asked, and nobody could come back to them (GUEST-03). Here it is over at once, also when the server cannot be reached:
 * then it is told later. The client's own sign-out waits for other tabs, and would end the session that one of them has begun
 * meanwhile. */
export function signOut(): void {
  const session = readStoredSession();
  if (session?.lacksSecondStep && putGuestBack(session.userId)) {
    void endSession(session);
    const registered = readRegisteredEndpoint();
    // The browser's subscription has ended: the guest's session registers another one.
    if (registered !== null) storeRegisteredEndpoint({ ...registered, sessionId: '' });
    return readSessionAgain();
  }
  storeRegisteredEndpoint(null);
  const guest = parseStoredSession(readReplacedGuestText());
  if (guest !== null) queueSignOut(guest);
  forgetReplacedGuest();
  void (session === null ? sendPendingSignOuts() : endSession(session));
  dropSession();
}
