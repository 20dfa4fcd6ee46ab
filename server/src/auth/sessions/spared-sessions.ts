import type { Queryable } from '#server/db/database.ts';
import type { AuthParts } from '#server/auth/parts.ts';
import { jobKind, type Jobs } from '#server/jobs/jobs.ts';
import { RECOVERY_MS } from './session-lifetime.ts';
import { listSpared, lockRecovering, type SessionSelection } from './session-repo.ts';

const sparedJob = jobKind<{ session_id: string }>('spared_session');

/** Schedules the end of spared sessions for when they may no longer set a password. Call it in the transaction that spares them. */
export async function endSparedLater(
  { jobs }: { jobs: Jobs },
  tx: Queryable,
  which: SessionSelection,
  recoveringSince: string,
): Promise<void> {
  const { askedBy, userId } = which;
  if (askedBy === undefined || userId === undefined) return;
  const spared = await listSpared(tx, { userId, askedBy }, recoveringSince);
  const meant = spared.filter(({ id }) => which.kind !== 'one' || which.sessionId === id);
  const asked = meant.map(({ id, created_at }) => ({
    payload: { session_id: id },
    key: id,
    userId,
    dueAtMs: Date.parse(created_at) + RECOVERY_MS,
  }));
  await jobs.enqueueMany(tx, sparedJob, asked);
}

/** Call once for each process. */
export function handleSpared({ db, jobs, sessions }: Pick<AuthParts, 'db' | 'jobs' | 'sessions'>): void {
  jobs.handle(sparedJob, async ({ session_id: sessionId }) => {
    const ended = await db.transaction(async (tx) =>
      (await lockRecovering(tx, sessionId))
        ? await sessions.end(tx, { kind: 'one', sessionId }, 'signed_out')
        : [],
    );
    sessions.publishEnded(ended);
  });
}
