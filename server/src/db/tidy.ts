import { MINUTE_MS } from '@hereabouts/contract/durations';
import { startInterval } from '#server/async/interval.ts';
import type { Clock } from '#server/clock.ts';
import type { DatabaseLog } from './database.ts';
import type { Pool } from './pool.ts';

/** Rows changed since the last time, beyond a fifth of the table. */
const CHANGED_ROWS_MIN = 1_000;

const CHANGED_TABLES_SQL = `
  select format('%I.%I', schemaname, relname) as name from pg_stat_user_tables
  where greatest(n_dead_tup, n_mod_since_analyze) > ${CHANGED_ROWS_MIN} + n_live_tup / 5`;

/** Vacuums and analyzes tables that have changed much, once a minute: PGlite has no autovacuum, and a thousand edits of
 * an event with 200 guests slow every further one down. The result stops it and waits for a run in progress. */
export const scheduleTidying = (pool: Pool, clock: Clock, log: DatabaseLog): (() => Promise<void>) =>
  startInterval(
    { clock, log },
    { everyMs: MINUTE_MS, failure: 'tidying the database failed', work: () => tidy(pool) },
  );

async function tidy(pool: Pool): Promise<void> {
  const { rows } = await pool.share((connection) => connection.query(CHANGED_TABLES_SQL, []));
  for (const { name } of rows)
    await pool.maintain(() =>
      pool.share((connection) => connection.script(`vacuum analyze ${String(name)}`)),
    );
}
