import type { CompiledQuery, Kysely } from 'kysely';
import type { Waits } from './wait-queue.ts';
import type { Schema } from './schema.ts';

export type Engine = 'pglite' | 'postgres';
export type IsolationLevel = 'read committed' | 'repeatable read' | 'serializable';

export type Queryable = {
  readonly kysely: Kysely<Schema>;
  /** Prepared. For hot reads: constant SQL with `$1` parameters, or a compiled query. @throws the driver's error */
  query<Row>(statement: string | CompiledQuery<Row>, params?: readonly unknown[]): Promise<Row[]>;
  /** Planned each time: Postgres may keep one generic plan for a prepared statement. */
  queryPlannedAnew<Row>(statement: string, params: readonly unknown[]): Promise<Row[]>;
};

export type TransactionOptions = {
  isolation?: IsolationLevel;
  readOnly?: boolean;
  /** Retries after a serialization failure or deadlock; default 0. */
  retries?: number;
  /** Takes turns for a connection with all other transactions together, and waits longer for it (LIVE-10). */
  isRevocation?: boolean;
};

/** For transactions whose locks may come in another order than others'. */
export const AFTER_DEADLOCK: TransactionOptions = { retries: 3 };
/** A revocation is never refused, so it is also retried after a deadlock. */
export const REVOCATION: TransactionOptions = { ...AFTER_DEADLOCK, isRevocation: true };

export type Database = Queryable & {
  readonly engine: Engine;
  /** Rolls back when `work` throws; only statements through `tx` belong to it. @throws DatabaseBusyError without a free
   * connection in time, TransactionTimeoutError after `transactionTimeoutMs` */
  transaction<T>(work: (tx: Queryable) => Promise<T>, options?: TransactionOptions): Promise<T>;
  ready(): Promise<void>;
  pool(): PoolState;
  /** How long requests currently wait for an answer or a connection, ms; 0 during a snapshot or VACUUM. `who`: only waits of that
   * requester, unless very many people of the address, or very many addresses, wait. */
  lagMs(of: LagOf, who?: Waits): number;
  /** Only of the embedded database. */
  readonly snapshots?: Snapshots;
  /** Finishes statements in flight; later calls fail. */
  close(): Promise<void>;
};

/** Whose waits for a connection count: only those of single statements, or also those of transactions, except bulk changes. */
export type LagOf = 'statements' | 'all';

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
