import { REVOCATION } from '#server/db/database.ts';
import type { AuthParts } from '#server/auth/parts.ts';
import { holdsCookie } from './own-browser.ts';
import { findSession } from './session-repo.ts';

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** By the browser's cookie alone: a device that signed out without reaching the server kept no token, for nobody to take
 * (PWA-06). False without the right cookie. */
export async function endLeftSession(
  { db, sessions }: AuthParts,
  { sessionId, cookie }: { sessionId: string; cookie: string | undefined },
): Promise<boolean> {
  if (cookie === undefined || !UUID.test(sessionId)) return false;
  const session = await findSession(db, sessionId);
  if (!session?.cookie_hash || !holdsCookie(session.cookie_hash, [cookie])) return false;
  sessions.publishEnded(
    await db.transaction((tx) => sessions.end(tx, { kind: 'one', sessionId }, 'signed_out'), REVOCATION),
  );
  return true;
}
