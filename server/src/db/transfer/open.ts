import type { Connection } from '#server/db/connection.ts';
import { APPLICATION_NAME, connectPostgres } from '#server/db/postgres.ts';

const CONNECT_TIMEOUT_MS = 5_000;

/** A connection without limits in time. The caller ends it. */
export const connectForTransfer = (url: string): Promise<Connection> =>
  connectPostgres({
    url,
    applicationName: `${APPLICATION_NAME}-transfer`,
    connectTimeoutMs: CONNECT_TIMEOUT_MS,
    statementTimeoutMs: 0,
    idleInTransactionMs: 0,
    lockTimeoutMs: 0,
  });

const SERVING_SQL = `
  select count(*)::int as processes from pg_stat_activity
  where datname = current_database() and application_name = '${APPLICATION_NAME}'`;

/** @throws Error while a process serves this database */
export async function requireUnserved(on: Connection): Promise<void> {
  const { rows } = await on.queryUnprepared(SERVING_SQL, []);
  const [{ processes }] = rows as [{ processes: number }];
  if (processes > 0) throw new Error('A Hereabouts process uses this Postgres database: stop it first');
}
