import { isoAgo, nowIso, type Clock } from '#server/clock.ts';
import type { SessionEndReason } from '#server/db/auth-schema.ts';
import type { Queryable } from '#server/db/database.ts';
import { noteRemoval } from '#server/instance/removals.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import { abandonPending } from '#server/auth/accounts/address-change.ts';
import type { AuthHooks } from '#server/auth/hooks.ts';
import { RECOVERY_MS } from './session-lifetime.ts';
import { endSparedLater } from './spared-sessions.ts';
import {
  deleteSurplusSessions,
  endSessions,
  type EndedSession,
  type SessionRow,
  type SessionSelection,
} from './session-repo.ts';

/** As many as the profile lists, per person and level: the password alone cannot end sessions with the second step. */
export const SESSIONS_KEPT = 100;

export type EndParts = {
  clock: Clock;
  jobs: Jobs;
  hooks: Pick<AuthHooks, 'signedOutElsewhere' | 'sessionsEnded'>;
};

export async function endSelected(
  parts: EndParts,
  tx: Queryable,
  which: SessionSelection,
  reason: SessionEndReason,
): Promise<EndedSession[]> {
  const [now, recoveringSince] = [nowIso(parts), isoAgo(parts, RECOVERY_MS)];
  const ended = await endSessions(tx, which, { reason, now, recoveringSince });
  await endSparedLater(parts, tx, which, recoveringSince);
  if (which.kind === 'all' || which.kind === 'others' || which.kind === 'deleted') {
    await abandonPending(tx, which.userId);
    await parts.hooks.signedOutElsewhere?.(tx, which.userId);
  }
  // Only sessions of anonymous accounts: a restore revokes all others anyway, and deletes a deleted account with its own.
  for (const { sessionId, userId, startedAsGuest } of which.kind === 'deleted' ? [] : ended) {
    if (startedAsGuest) await noteRemoval(parts, tx, 'session', sessionId, userId);
  }
  await noteEnded(parts, tx, ended);
  return ended;
}

/** Returns the sessions that made way. */
export async function makeRoom(
  parts: EndParts,
  tx: Queryable,
  { user_id: userId, aal }: SessionRow,
): Promise<EndedSession[]> {
  const surplus = await deleteSurplusSessions(tx, { userId, aal, kept: SESSIONS_KEPT });
  await noteEnded(parts, tx, surplus);
  return surplus;
}

async function noteEnded({ hooks }: EndParts, tx: Queryable, ended: readonly EndedSession[]): Promise<void> {
  if (ended.length === 0) return;
  await hooks.sessionsEnded?.(
    tx,
    ended.map(({ sessionId }) => sessionId),
  );
}
