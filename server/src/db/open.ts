import { join } from 'node:path';
import type { Clock } from '#server/clock.ts';
import type { Database, DatabaseLog } from './database.ts';
import { DatabaseUnavailableError } from './errors.ts';
import { MIGRATIONS_FOLDER, migrate, readMigrations } from './migrate.ts';
import { startPglite } from './pglite.ts';
import type { PgliteEngine } from './pglite.ts';
import { Pool } from './pool.ts';
import { connectPostgres } from './postgres.ts';
import { queryableOn } from './queryable.ts';
import { runTransaction } from './transaction.ts';

export type DatabaseOptions = {
  /** `postgres://…`; without it the embedded database in `dataDir` is used. */
  url?: string;
  dataDir: string;
  /** Connections to a Postgres server; default 10. */
  poolSize?: number;
  /** How long a caller waits for a connection, ms; default 5 s. */
  acquireTimeoutMs?: number;
  /** How long a transaction may take, ms; default 10 s. */
  transactionTimeoutMs?: number;
  /** How long one statement may take, ms; default 30 s. */
  statementTimeoutMs?: number;
  /** The folder of `NNN-slug.sql` files; default the product's own. */
  migrationsFolder?: string;
};

const DEFAULT_POOL_SIZE = 10;
const DEFAULT_ACQUIRE_TIMEOUT_MS = 5_000;
const DEFAULT_TRANSACTION_TIMEOUT_MS = 10_000;
const DEFAULT_STATEMENT_TIMEOUT_MS = 30_000;
const READY_TIMEOUT_MS = 2_000;

/**
 * Opens the database and brings its schema up to date.
 * @throws DatabaseUnavailableError when it cannot be reached, MigrationError when the schema does not fit
 */
export async function openDatabase(
  options: DatabaseOptions,
  { clock, log }: { clock: Clock; log: DatabaseLog },
): Promise<Database> {
  const timeoutMs = options.transactionTimeoutMs ?? DEFAULT_TRANSACTION_TIMEOUT_MS;
  const statementTimeoutMs = options.statementTimeoutMs ?? DEFAULT_STATEMENT_TIMEOUT_MS;
  const { url } = options;
  let engine: PgliteEngine | undefined;
  const connect = async () => {
    if (url !== undefined) {
      return await connectPostgres({ url, statementTimeoutMs, transactionTimeoutMs: timeoutMs });
    }
    engine = await startPglite({ dataDir: join(options.dataDir, 'database') });
    return engine.connection;
  };
  const pool = new Pool({
    size: url === undefined ? 1 : (options.poolSize ?? DEFAULT_POOL_SIZE),
    acquireTimeoutMs: options.acquireTimeoutMs ?? DEFAULT_ACQUIRE_TIMEOUT_MS,
    statementTimeoutMs,
    connect,
    clock,
    log,
  });
  await pool.warm();
  await migrate(pool, {
    migrations: await readMigrations(options.migrationsFolder ?? MIGRATIONS_FOLDER),
    clock,
    log,
    beforeChange: async () => {},
  });
  return {
    engine: url === undefined ? 'pglite' : 'postgres',
    ...queryableOn((send) => pool.share(send)),
    transaction: (work, transactionOptions = {}) =>
      runTransaction({ pool, clock, timeoutMs }, work, transactionOptions),
    ready: () => answersInTime(pool, clock),
    close: () => pool.close(),
  };
}

function answersInTime(pool: Pool, clock: Clock): Promise<void> {
  return new Promise((resolve, reject) => {
    const cancel = clock.after(READY_TIMEOUT_MS, () => {
      reject(new DatabaseUnavailableError(`The database gave no answer for ${READY_TIMEOUT_MS} ms`));
    });
    pool
      .share((connection) => connection.query('select 1', []))
      .then(() => resolve(), reject)
      .finally(cancel);
  });
}
