import type { AuthParts } from '#server/auth/parts.ts';
import { holdsCookie } from './own-browser.ts';
import { findSession } from './session-repo.ts';

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Ends a session by the cookie of its browser alone. A device that signed out without reaching the server has kept no
 * token, so that whoever uses it next cannot take one (PWA-06). Without the right cookie nothing
 * happens, and the result is false. */
export async function endLeftSession(
  { db, sessions }: AuthParts,
  { sessionId, cookie }: { sessionId: string; cookie: string | undefined },
): Promise<boolean> {
  if (cookie === undefined || !UUID.test(sessionId)) return false;
  const session = await findSession(db, sessionId);
  if (!session?.cookie_hash || !holdsCookie(session.cookie_hash, [cookie])) return false;
  sessions.publishEnded(
    await db.transaction((tx) => sessions.end(tx, { kind: 'one', sessionId }, 'signed_out')),
  );
  return true;
}
