import { AFTER_DEADLOCK, type Queryable } from '#server/db/database.ts';
import type { AuthParts } from '#server/auth/parts.ts';
import { findSessionStanding } from '#server/auth/sessions/session-repo.ts';
import { deleteUser, lockUser } from './user-repo.ts';

export type Merging = { anonymous: { userId: string; sessionId: string }; userId: string };

/** Deletes the anonymous account in one transaction with `within` (GUEST-04). Null if the session has ended, or an account is
 * gone or of the other kind. */
export async function mergeGuest<T>(
  parts: AuthParts,
  { anonymous, userId }: Merging,
  within: (tx: Queryable) => Promise<T>,
): Promise<{ result: T } | null> {
  const merged = await parts.db.transaction(async (tx) => {
    const first = anonymous.userId < userId ? anonymous.userId : userId;
    const second = first === userId ? anonymous.userId : userId;
    const held = [await lockUser(tx, first), await lockUser(tx, second)];
    const account = held.find((row) => row?.id === userId);
    if (account === undefined || account.is_anonymous) return null;
    if ((await findSessionStanding(tx, anonymous)) !== 'anonymous') return null;
    const ended = await parts.sessions.end(tx, { kind: 'deleted', userId: anonymous.userId }, 'ended');
    const result = await within(tx);
    await deleteUser(tx, anonymous.userId);
    return { ended, result };
  }, AFTER_DEADLOCK);
  if (merged === null) return null;
  parts.sessions.publishEnded(merged.ended);
  parts.securityLog.record('account_deleted', { userId: anonymous.userId, method: 'merged' });
  return { result: merged.result };
}
