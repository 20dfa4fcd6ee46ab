import type { CompiledQuery, Kysely } from 'kysely';
import type { Schema } from './schema.ts';

export type Engine = 'pglite' | 'postgres';
export type IsolationLevel = 'read committed' | 'repeatable read' | 'serializable';

export type Queryable = {
  readonly kysely: Kysely<Schema>;
  /** Runs one prepared statement, without Kysely's compile step: for hot reads, pass constant SQL with `$1`
   * parameters or a query compiled once. @throws the driver's error, see errors.ts */
  query<Row>(statement: string | CompiledQuery<Row>, params?: readonly unknown[]): Promise<Row[]>;
  /** Planned for the given values each time: Postgres may keep one generic plan for a prepared statement. */
  queryPlannedAnew<Row>(statement: string, params: readonly unknown[]): Promise<Row[]>;
};

export type TransactionOptions = {
  isolation?: IsolationLevel;
  readOnly?: boolean;
  /** Retries of `work` after a serialization failure or deadlock; default 0. */
  retries?: number;
};

/** For a transaction that may take its locks in another order than others. */
export const AFTER_DEADLOCK: TransactionOptions = { retries: 3 };

export type Database = Queryable & {
  readonly engine: Engine;
  /** Commits when `work` resolves, rolls back when it throws; only statements through `tx` belong to it. @throws
   * DatabaseBusyError without a free connection in time, TransactionTimeoutError after `transactionTimeoutMs` */
  transaction<T>(work: (tx: Queryable) => Promise<T>, options?: TransactionOptions): Promise<T>;
  ready(): Promise<void>;
  /** Connections of this process, and what waits for one. */
  pool(): PoolState;
  /** Current wait of statements for an answer or connection, ms; without waits for a snapshot. */
  lagMs(): number;
  /** PGlite only, which flushes nothing else. */
  readonly snapshots?: Snapshots;
  /** Finishes statements in flight; later calls fail. */
  close(): Promise<void>;
};

export type PoolState = { open: number; leased: number; waiting: number };

export type Snapshots = {
  take(): Promise<string>;
  /** ms since the epoch; null before the first. */
  lastAtMs(): number | null;
};

export type DatabaseLog = {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
};
