import { DAY_MS } from '@hereabouts/contract/durations';
import type { Clock } from '#server/clock.ts';
import type { Queryable } from '#server/db/database.ts';

/** Accounts cost nothing, so new ones of one network address share what they store, and their events name less when they go. */
const NEW_FOR_MS = 7 * DAY_MS;

export async function isNewAccount(
  { db, clock }: { db: Queryable; clock: Clock },
  userId: string,
): Promise<boolean> {
  const [row] = await db.query<{ created_at: string }>('select created_at from users where id = $1', [
    userId,
  ]);
  // A missing account counts as new: deleting it at once gains nothing.
  return row === undefined || clock.now() - Date.parse(row.created_at) < NEW_FOR_MS;
}
