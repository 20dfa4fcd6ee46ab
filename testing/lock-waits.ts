import type { Database } from '@hereabouts/server/db/database';

type Db = Pick<Database, 'query'>;

/** Sessions of this database on Postgres that wait for a lock of another one. */
export const countLockWaits = async (db: Db): Promise<number> =>
  (
    await db.query(
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    )
  ).length;

/** Resolves once somebody waits for a lock, or has an answer without. */
export async function untilLockWait(db: Db, answer: Promise<unknown>): Promise<void> {
  let isAnswered = false;
  const answered = () => {
    isAnswered = true;
  };
  answer.then(answered, answered);
  for (;;) if (isAnswered || (await countLockWaits(db)) > 0) return;
}
