import { AFTER_DEADLOCK, REVOCATION, type Queryable } from '#server/db/database.ts';
import { enqueueNotice } from '#server/auth/notices.ts';
import type { AuthParts } from '#server/auth/parts.ts';
import { nowIso } from '#server/clock.ts';
import { takeProof, wasRecentlyProved } from '#server/auth/sessions/session-proof.ts';
import { findSession, isSessionAlive } from '#server/auth/sessions/session-repo.ts';
import { insertSuspension } from './suspension-repo.ts';
import { deleteUser, findUserById, lockUser, type AuthUserRow } from './user-repo.ts';
import { WireError } from '#server/auth/wire-error.ts';

/** Required in addition to the session, which may be stolen. */
export type OwnerProof = { sessionId: string; password: string; ip: string };

/** For the sweep: asked while the account is locked. */
export type StillDue = { isDue: (tx: Queryable) => Promise<boolean> };

export type DeletionMethod = 'owner' | 'operator' | 'sweep';

export type DeletionStart = { state: 'begun' } | { state: 'gone' } | Refusal;

/** `signed_out`: by too many wrong passwords or from elsewhere. */
type Refusal = { state: 'wrong_password' | 'sign_in_again' | 'busy' | 'signed_out' };

/** Irreversible: suspends the account and ends its sessions. `within` enqueues the rest, up to `finishDeletion`, in the same
 * transaction. Without `proof` the operator deletes. `gone`: unknown, or no longer due. */
export async function beginDeletion(
  parts: AuthParts,
  userId: string,
  within: (tx: Queryable) => Promise<void>,
  proof?: OwnerProof | StillDue,
): Promise<DeletionStart> {
  const user = await findUserById(parts.db, userId);
  if (user === undefined) return { state: 'gone' };
  const owner = proof && 'password' in proof ? proof : null;
  const refusal = owner && (await refusalOf(parts, user, owner));
  if (refusal) return refusal;
  const ended = await parts.db.transaction(async (tx) => {
    const locked = await lockUser(tx, userId);
    if (locked === undefined) return null;
    // Tokens are accepted for two seconds without a look-up, and checking a password takes a while.
    if (owner && !(await isSessionAlive(tx, { sessionId: owner.sessionId, userId })))
      return 'signed_out' as const;
    // Another device may have changed the password since the proof.
    if (owner && hasChanged(user, locked)) return 'wrong_password' as const;
    if (proof && 'isDue' in proof && !(await proof.isDue(tx))) return null;
    await insertSuspension(tx, userId, nowIso(parts));
    // Only to a proved address: signing up with a stranger's must not send mails to it.
    if (owner && parts.hasMailServer && locked.email_proved_at !== null)
      await enqueueNotice(parts, tx, { user: locked, ip: owner.ip }, { template: 'accountDeleted' });
    const sessions = await parts.sessions.end(tx, { kind: 'deleted', userId }, 'ended');
    await within(tx);
    return sessions;
  }, REVOCATION);
  if (ended === null) return { state: 'gone' };
  if (typeof ended === 'string') return { state: ended };
  // At once, as the rest may take minutes: other devices must stop receiving what friends share.
  parts.sessions.publishEnded(ended);
  return { state: 'begun' };
}

/** The last transaction, with `within`. Null when the account is gone already. */
export async function finishDeletion<T>(
  parts: AuthParts,
  { userId, method }: { userId: string; method: DeletionMethod },
  within: (tx: Queryable) => Promise<T>,
): Promise<{ result: T } | null> {
  const finished = await parts.db.transaction(
    async (tx) => {
      if ((await lockUser(tx, userId)) === undefined) return null;
      const result = await within(tx);
      await deleteUser(tx, userId);
      return { result };
    },
    method === 'sweep' ? AFTER_DEADLOCK : REVOCATION,
  );
  if (finished !== null) parts.securityLog.record('account_deleted', { userId, method });
  return finished;
}

const hasChanged = (one: AuthUserRow, other: AuthUserRow): boolean =>
  one.password_hash !== other.password_hash || one.is_anonymous !== other.is_anonymous;

async function refusalOf(
  parts: AuthParts,
  user: AuthUserRow,
  { sessionId, password, ip }: OwnerProof,
): Promise<Refusal | null> {
  // It has no address to prove, and no way to sign in again.
  if (user.is_anonymous) return null;
  // Without a password, a fresh sign-in proves the owner.
  if (user.password_hash === null) {
    const session = await findSession(parts.db, sessionId);
    const isProved = session !== undefined && wasRecentlyProved(parts, { user, session });
    return isProved ? null : { state: 'sign_in_again' };
  }
  try {
    const refund = await takeProof(parts, { ip }, { id: sessionId });
    const asker = { ip, userId: user.id };
    if (!(await parts.hasher.verify(user.password_hash, password, asker))) return { state: 'wrong_password' };
    await refund();
    return null;
  } catch (error) {
    if (!(error instanceof WireError)) throw error;
    return { state: error.code === 'session_not_found' ? 'signed_out' : 'busy' };
  }
}
