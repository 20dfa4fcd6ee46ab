import { statfs } from 'node:fs/promises';
import type { Pack } from 'tar-stream';
import { answerWithin } from '#server/async/timeout.ts';
import type { Clock } from '#server/clock.ts';
import type { Disk } from '#server/data-dir.ts';
import type { Connection } from './connection.ts';
import type { Database, DatabaseLog, Engine } from './database.ts';
import { buildApart } from './build-embedded.ts';
import { databaseFolder, hasEmbedded, openEmbedded, requireServableFolder, unmarkMoved } from './embedded.ts';
import { DatabaseUnavailableError } from './errors.ts';
import { lockDataDir } from './lock.ts';
import { MIGRATIONS_FOLDER, migrate, readMigrations } from './migrate.ts';
import { Pool } from './pool.ts';
import { connectPostgres } from './postgres.ts';
import { packRunningFolder } from './folder-backup.ts';
import { queryableOn } from './queryable.ts';
import { scheduleVacuum, vacuumTables } from './vacuum.ts';
import { scheduleSnapshots } from './snapshots.ts';
import { requireServable, unmark } from './transfer/marker.ts';
import { retryUnchanged, runTransaction } from './transaction.ts';

export type DatabaseOptions = {
  /** Default: the embedded database in `dataDir`. */
  url?: string;
  dataDir: string;
  poolSize?: number;
  connectTimeoutMs?: number;
  acquireTimeoutMs?: number;
  transactionTimeoutMs?: number;
  idleInTransactionMs?: number;
  lockTimeoutMs?: number;
  statementTimeoutMs?: number;
  migrationsFolder?: string;
  /** Also a database that was moved away, which is forgotten. */
  force?: boolean;
  /** Of DATA_DIR. */
  disk?: Disk;
};

const DEFAULT_POOL_SIZE = 10;
const DEFAULT_CONNECT_TIMEOUT_MS = 5_000;
const DEFAULT_ACQUIRE_TIMEOUT_MS = 5_000;
const DEFAULT_TRANSACTION_TIMEOUT_MS = 10_000;
/** Connections are checked four times in this time: one that hangs is noticed within 5 s. */
const REMOTE_STATEMENT_TIMEOUT_MS = 4_000;
const EMBEDDED_STATEMENT_TIMEOUT_MS = 30_000;
const DEFAULT_IDLE_IN_TRANSACTION_MS = 1_500;
const DEFAULT_LOCK_TIMEOUT_MS = 1_000;
const READY_TIMEOUT_MS = 2_000;

/** Also migrates. @throws DatabaseUnavailableError, DataDirInUseError, MigrationError when the schema does not match */
export async function openDatabase(
  options: DatabaseOptions,
  { clock, log }: { clock: Clock; log: DatabaseLog },
): Promise<Database> {
  const timeoutMs = options.transactionTimeoutMs ?? DEFAULT_TRANSACTION_TIMEOUT_MS;
  const statementTimeoutMs =
    options.statementTimeoutMs ??
    (options.url === undefined ? EMBEDDED_STATEMENT_TIMEOUT_MS : REMOTE_STATEMENT_TIMEOUT_MS);
  const shared = {
    acquireTimeoutMs: options.acquireTimeoutMs ?? DEFAULT_ACQUIRE_TIMEOUT_MS,
    statementTimeoutMs,
    clock,
    log,
  };
  const migrations = await readMigrations(options.migrationsFolder ?? MIGRATIONS_FOLDER);
  const { url, dataDir } = options;

  if (url !== undefined) {
    const connectTimeoutMs = options.connectTimeoutMs ?? DEFAULT_CONNECT_TIMEOUT_MS;
    const idleInTransactionMs = options.idleInTransactionMs ?? DEFAULT_IDLE_IN_TRANSACTION_MS;
    const lockTimeoutMs = options.lockTimeoutMs ?? DEFAULT_LOCK_TIMEOUT_MS;
    const settings = { connectTimeoutMs, statementTimeoutMs, idleInTransactionMs, lockTimeoutMs };
    const connect = () => connectPostgres({ url, ...settings });
    const pool = new Pool({ ...shared, size: options.poolSize ?? DEFAULT_POOL_SIZE, connect });
    return await closingOnFailure(pool, async () => {
      await pool.warm();
      await requireServablePool(pool, options.force ?? false);
      await migrate(pool, { migrations, clock, log, beforeChange: async () => {} });
      return { ...databaseOn('postgres', pool, clock, timeoutMs), close: () => pool.close() };
    });
  }

  const lock = lockDataDir(dataDir);
  const connect = async () => (await openEmbedded(dataDir, buildApart)).connection;
  const pool = new Pool({ ...shared, size: 1, connect });
  // A migration holds the only connection.
  let migrating: Connection | null = null;
  const query = async (text: string) => {
    const run = (connection: Connection) => connection.script(text);
    const answer = migrating === null ? pool.maintain(() => pool.share(run)) : run(migrating);
    return (await answer).rows as Record<string, unknown>[];
  };
  const copy = (to: Pack) => packRunningFolder(databaseFolder(dataDir), query, to);
  const vacuumAll = () => vacuumTables(pool, 0);
  const checkpoint = () => query('checkpoint');
  const closePool = () => pool.close().finally(() => lock.release());
  return await closingOnFailure({ close: closePool }, async () => {
    if (options.force) await unmarkMoved(dataDir);
    requireServableFolder(dataDir);
    if (!hasEmbedded(dataDir)) log.info({ dataDir }, 'making the database, which takes some seconds');
    await pool.warm();
    const disk = options.disk ?? (() => statfs(dataDir));
    const snapshots = await scheduleSnapshots({
      dataDir,
      vacuum: vacuumAll,
      checkpoint,
      copy,
      disk,
      clock,
      log,
    });
    const beforeChange = async (on: Connection) => {
      migrating = on;
      await snapshots.take().finally(() => (migrating = null));
    };
    await migrate(pool, { migrations, clock, log, beforeChange });
    const stopVacuum = scheduleVacuum(pool, clock, log);
    return {
      ...databaseOn('pglite', pool, clock, timeoutMs),
      snapshots,
      async close() {
        await stopVacuum();
        await snapshots.stop();
        await closePool();
      },
    };
  });
}

/** @throws NotServableError */
async function requireServablePool(pool: Pool, isForced: boolean): Promise<void> {
  const connection = await pool.lease();
  try {
    if ((await requireServable(connection, { isForced })) !== null) await unmark(connection);
  } finally {
    pool.release(connection);
  }
}

const databaseOn = (
  engine: Engine,
  pool: Pool,
  clock: Clock,
  timeoutMs: number,
): Omit<Database, 'close'> => ({
  engine,
  ...queryableOn((send) => retryUnchanged(() => pool.share(send))),
  transaction: (work, options = {}) => runTransaction({ pool, clock, timeoutMs }, work, options),
  ready: () => answersInTime(pool, clock),
  pool: () => pool.state(),
  lagMs: (of, who) => pool.lagMs(of, who),
});

async function closingOnFailure<T>(
  closeable: { close(): Promise<void> },
  open: () => Promise<T>,
): Promise<T> {
  try {
    return await open();
  } catch (error) {
    await closeable.close().catch(() => {});
    throw error;
  }
}

async function answersInTime(pool: Pool, clock: Clock): Promise<void> {
  const answer = pool.share((connection) => connection.query('select 1', []));
  const late = () => new DatabaseUnavailableError(`The database gave no answer for ${READY_TIMEOUT_MS} ms`);
  await answerWithin(clock, READY_TIMEOUT_MS, answer, late);
}
