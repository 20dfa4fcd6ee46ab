import type { AuthParts, Client } from '#server/auth/parts.ts';
import type { SessionRow } from './session-repo.ts';
import { WireError } from '#server/auth/http/wire-error.ts';

type Asker = Pick<Client, 'ip'> & { requestId?: string | undefined };

/**
 * Counts an attempt to show, while signed in, that one is the owner: with the password, or with a code that was sent.
 * It is counted by session, so that whoever stole one uses up nothing of the owner's. A session that has used up its
 * attempts ends. The returned function takes the attempt back. @throws WireError
 */
export async function takeProof(
  parts: Pick<AuthParts, 'db' | 'limits' | 'sessions'>,
  { ip, requestId }: Asker,
  { id: sessionId }: Pick<SessionRow, 'id'>,
): Promise<() => Promise<void>> {
  const refund = await parts.limits.takeProof(sessionId, { ip, requestId });
  if (refund !== null) return refund;
  parts.sessions.announce(await parts.db.transaction((tx) => parts.sessions.end(tx, { sessionId }, 'ended')));
  throw new WireError('session_not_found', 'Too many wrong attempts. Please sign in again.');
}
