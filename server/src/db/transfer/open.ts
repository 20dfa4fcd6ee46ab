import type { Connection } from '#server/db/connection.ts';
import { APPLICATION_NAME, connectPostgres } from '#server/db/postgres.ts';

const CONNECT_TIMEOUT_MS = 5_000;

const WITHOUT_LIMITS = `
  set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0;
  set timezone = 'UTC'; set datestyle = 'ISO'`;

/** Without time limits. The caller ends it. */
export async function connectForTransfer(url: string): Promise<Connection> {
  const on = await connectPostgres({
    url,
    applicationName: `${APPLICATION_NAME}-transfer`,
    connectTimeoutMs: CONNECT_TIMEOUT_MS,
    statementTimeoutMs: 0,
    idleInTransactionMs: 0,
    lockTimeoutMs: 0,
  });
  // PgBouncer does not pass the limits on, and gives the role's instead.
  await on.script(WITHOUT_LIMITS);
  return on;
}

const SERVING_SQL = `
  select count(*)::int as processes from pg_stat_activity
  where datname = current_database() and application_name = '${APPLICATION_NAME}'`;

/** @throws Error while a process serves this database */
export async function requireUnserved(on: Connection): Promise<void> {
  const { rows } = await on.queryUnprepared(SERVING_SQL, []);
  const [{ processes }] = rows as [{ processes: number }];
  if (processes > 0) throw new Error('A Hereabouts process uses this Postgres database: stop it first');
}
