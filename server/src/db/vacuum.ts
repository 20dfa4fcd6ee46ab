import { MINUTE_MS } from '@hereabouts/contract/durations';
import { startInterval } from '#server/async/interval.ts';
import type { Clock } from '#server/clock.ts';
import type { DatabaseLog } from './database.ts';
import type { Pool } from './pool.ts';

/** Changed rows, besides more than a fifth of the table. */
const CHANGED_ROWS_MIN = 1_000;

/** Also catalogues: each `analyze` leaves dead rows in pg_statistic. A TOAST table is vacuumed with its own. */
const changedTablesSql = (rowsMin: number) => `
  select format('%I.%I', schemaname, relname) as name from pg_stat_all_tables
  where schemaname !~ '^pg_toast' and greatest(n_dead_tup, n_mod_since_analyze) > ${rowsMin} + n_live_tup / 5`;

/** PGlite has no autovacuum, and a thousand edits of an event with 200 guests slow down every further one. */
export const scheduleVacuum = (pool: Pool, clock: Clock, log: DatabaseLog): (() => Promise<void>) =>
  startInterval(
    { clock, log },
    {
      everyMs: MINUTE_MS,
      failure: 'vacuuming the database failed',
      work: () => vacuumTables(pool, CHANGED_ROWS_MIN),
    },
  );

/** One statement each, so that others get between. */
export async function vacuumTables(pool: Pool, rowsMin: number): Promise<void> {
  const { rows } = await pool.share((connection) => connection.query(changedTablesSql(rowsMin), []));
  for (const { name } of rows) {
    for (const statement of [`vacuum ${String(name)}`, `analyze ${String(name)}`]) {
      await pool.maintain(() => pool.share((connection) => connection.script(statement)));
    }
  }
}
