import { logError } from '#web/lib/log.ts';
import { storeRegisteredEndpoint } from '#web/lib/storage/push-endpoint.ts';
import { webClock } from '#web/lib/time/clock.ts';
import { forgetReplacedGuest, readReplacedGuestText } from './replaced-guest-storage.ts';
import { queueSignOut, sendPendingSignOuts } from './pending-sign-outs.ts';
import { connect, dropSession } from './session.ts';
import { parseStoredSession, readStoredSession } from './stored-session.ts';

const SIGN_OUT_WAIT_MS = 2_000;

/** Ends this session (PROF-06), and that of the guest who was left here. Here it is over at once, also when the server
 * cannot be reached: then it is told later. */
export async function signOut(): Promise<void> {
  storeRegisteredEndpoint(null);
  for (const session of [readStoredSession(), parseStoredSession(readReplacedGuestText())]) {
    if (session !== null) queueSignOut(session);
  }
  forgetReplacedGuest();
  const revoked = connect().then((client) => client.signOut({ scope: 'local' }));
  const waited = new Promise<void>((resolve) => webClock.after(SIGN_OUT_WAIT_MS, resolve));
  await Promise.race([revoked, waited]).catch(logFailure);
  // What happens to the request later is logged, no more.
  revoked.catch(logFailure);
  dropSession();
  void sendPendingSignOuts();
}

const logFailure = (cause: unknown) => logError('the server was not told of a sign-out', cause);
