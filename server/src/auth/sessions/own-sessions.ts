import { holdAccounts } from '#server/accounts/account-holds.ts';
import type { Viewer } from '#server/http/viewer.ts';
import type { AuthParts } from '#server/auth/parts.ts';
import type { SessionEndReason } from '#server/db/auth-schema.ts';
import { REVOCATION, type Queryable } from '#server/db/database.ts';
import { together } from '#server/db/together.ts';
import { isSessionAlive, listSessionRows, type EndedSession, type SessionSelection } from './session-repo.ts';
import { SESSION_IDLE_MAX_MS, SESSION_MAX_MS } from './session-lifetime.ts';
import { abandonPending } from '#server/auth/accounts/address-change.ts';
import { lockUser } from '#server/auth/accounts/user-repo.ts';
import { isoAgo } from '#server/clock.ts';

const SESSIONS_LISTED_MAX = 100;

export type LiveSession = {
  id: string;
  browser: string | null;
  device: string | null;
  startedAt: string;
  /** Clients in use refresh at least every quarter of an hour. */
  refreshedAt: string;
};

export async function listSessions({ db, clock }: AuthParts, userId: string): Promise<LiveSession[]> {
  const rows = await listSessionRows(db, userId, {
    startedAfter: isoAgo({ clock }, SESSION_MAX_MS),
    usedAfter: isoAgo({ clock }, SESSION_IDLE_MAX_MS),
    limit: SESSIONS_LISTED_MAX,
  });
  return rows.map(({ id, browser, device, created_at: startedAt, refreshed_at: refreshedAt }) => ({
    id,
    browser,
    device,
    startedAt,
    refreshedAt,
  }));
}

const HOLD_SESSION_SQL = `
  select from auth.sessions where id = $2 and user_id = $1 and ended_at is null for share`;

/** Locks person, then session, which cannot end before the commit; false if it has ended. Ending all sessions of a person locks
 * the person first too, and so finds what this transaction creates. */
export async function holdSession(tx: Queryable, { userId, sessionId }: Viewer): Promise<boolean> {
  const [, held] = await together(
    holdAccounts(tx, [userId]),
    tx.query(HOLD_SESSION_SQL, [userId, sessionId]),
  );
  return held.length > 0;
}

/** Unless it ends one session, the account is locked first: sign-ins and address changes under way finish before, and their
 * sessions end as well. */
export const lockAndEnd = (
  { db, sessions }: Pick<AuthParts, 'db' | 'sessions'>,
  which: SessionSelection,
  reason: SessionEndReason,
  within?: (tx: Queryable) => Promise<void>,
): Promise<EndedSession[]> =>
  db.transaction(async (tx) => {
    if (which.kind !== 'one') await lockUser(tx, which.userId);
    await within?.(tx);
    return await sessions.end(tx, which, reason);
  }, REVOCATION);

export type OwnSelection = { sessionId: string } | 'others';
export type OwnEnding = 'ended' | 'not_found' | 'signed_out';

/** The asking session is checked under the account's lock, because tokens are accepted for two seconds without a look-up: an
 * ended session must end none. */
export async function endOwnSessions(
  { db, sessions, hooks }: AuthParts,
  { userId, sessionId }: Viewer,
  which: OwnSelection,
): Promise<OwnEnding> {
  const outcome = await db.transaction(async (tx) => {
    await lockUser(tx, userId);
    if (!(await isSessionAlive(tx, { sessionId, userId }))) return 'signed_out';
    const asked = { userId, askedBy: sessionId };
    if (which === 'others')
      return await sessions.end(tx, { kind: 'others', ...asked, exceptSessionId: sessionId }, 'signed_out');
    // The owner may end it as a stranger's: what it has begun goes too.
    if (which.sessionId !== sessionId) {
      await abandonPending(tx, userId);
      await hooks.signedOutElsewhere?.(tx, userId);
    }
    return await sessions.end(tx, { kind: 'one', ...asked, sessionId: which.sessionId }, 'signed_out');
  }, REVOCATION);
  if (outcome === 'signed_out') return outcome;
  sessions.publishEnded(outcome);
  return which !== 'others' && outcome.length === 0 ? 'not_found' : 'ended';
}
