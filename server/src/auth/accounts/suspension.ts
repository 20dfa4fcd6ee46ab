import type { AuthParts } from '#server/auth/parts.ts';
import { nowIso } from '#server/clock.ts';
import type { Queryable } from '#server/db/database.ts';
import { abandonPending } from './address-change.ts';
import { deleteSuspension, insertSuspension } from './suspension-repo.ts';
import { lockUser } from './user-repo.ts';

type Within = (tx: Queryable) => Promise<void>;

/** Ends all sessions and allows no further one (OPS-13). False for somebody suspended or gone. */
export async function suspendUser(parts: AuthParts, userId: string, within: Within): Promise<boolean> {
  const done = await parts.db.transaction(async (tx) => {
    // A sign-in holds the account until its session is stored.
    if ((await lockUser(tx, userId)) === undefined) return null;
    if (!(await insertSuspension(tx, userId, nowIso(parts)))) return null;
    const publish = await parts.hooks.userSuspended?.(tx, userId);
    await within(tx);
    return { publish, ended: await parts.sessions.end(tx, { kind: 'suspended', userId }, 'ended') };
  });
  if (done === null) return false;
  parts.sessions.publishEnded(done.ended);
  done.publish?.();
  return true;
}

/** Also deletes what was begun before, perhaps by a stranger. False if not suspended. */
export const reinstateUser = ({ db, hooks }: AuthParts, userId: string, within: Within): Promise<boolean> =>
  db.transaction(async (tx) => {
    if (!(await deleteSuspension(tx, userId))) return false;
    await abandonPending(tx, userId);
    await hooks.userReinstated?.(tx, userId);
    await within(tx);
    return true;
  });
