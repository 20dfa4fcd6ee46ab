import type { AuthParts, Client } from '#server/auth/parts.ts';
import type { SessionRow } from './session-repo.ts';
import { WireError } from '#server/auth/http/wire-error.ts';

type Asker = Pick<Client, 'ip'> & { requestId?: string | undefined };

/** Charges a proof of the owner (password or code) to the session, so that a stolen session cannot use up the
 * owner's attempts; it ends when they are used up. The result refunds the attempt. @throws WireError */
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
