import { storeRegisteredEndpoint } from '#web/lib/storage/push-endpoint.ts';
import { outcomeOf, type AuthOutcome } from './outcome.ts';
import { endReplacedGuest } from './replaced-guest.ts';
import { connect, dropSession, getAccessToken } from './session.ts';
import { readSessionId } from './stored-session.ts';

/** Ends the session on every device, and that of the guest left here; keeps this one when the server cannot be reached. The
 * client's own sign-out would also drop a session that another tab begins before the server has answered. */
export function signOutEverywhere(): Promise<AuthOutcome> {
  return outcomeOf(async () => {
    const sessionId = readSessionId();
    const token = await getAccessToken();
    const { admin } = await connect();
    const error = token === null ? null : (await admin.signOut(token, 'global')).error;
    if (error !== null && !isOver(error)) return { error, value: null };
    if (readSessionId() === sessionId) {
      storeRegisteredEndpoint(null);
      void endReplacedGuest();
      dropSession();
    }
    return { error: null, value: null };
  });
}

/** Whether the token was refused because its session is over already. */
const isOver = ({ name, status = 0 }: { name: string; status?: number | undefined }): boolean =>
  name === 'AuthSessionMissingError' || [401, 403, 404].includes(status);
