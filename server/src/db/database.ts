import type { CompiledQuery, Kysely } from 'kysely';
import type { Schema } from './schema.ts';

export type Engine = 'pglite' | 'postgres';
export type IsolationLevel = 'read committed' | 'repeatable read' | 'serializable';

/** What a repository needs: the whole database or one transaction of it. */
export type Queryable = {
  readonly kysely: Kysely<Schema>;
  /**
   * Runs one prepared statement and returns its rows. Skips Kysely's compile step: for hot reads, pass constant
   * SQL text with `$1`-style parameters, or a query compiled once.
   * @throws the driver's error; see errors.ts for telling them apart
   */
  query<Row>(statement: string | CompiledQuery<Row>, params?: readonly unknown[]): Promise<Row[]>;
  /**
   * The same without preparing it: planned for these very values each time. For a statement whose best plan depends on
   * them; after five executions Postgres may keep one general plan for a prepared one.
   */
  queryPlannedAnew<Row>(statement: string, params: readonly unknown[]): Promise<Row[]>;
};

export type TransactionOptions = {
  isolation?: IsolationLevel;
  readOnly?: boolean;
  /** How often `work` may be run again after a serialization failure or a deadlock; default 0. */
  retries?: number;
};

export type Database = Queryable & {
  readonly engine: Engine;
  /**
   * Runs `work` in one transaction: committed when it resolves, rolled back when it throws. Statements of `work`
   * must go through `tx`; what is sent to the database itself meanwhile is not part of the transaction.
   * @throws DatabaseBusyError when no connection is free in time
   * @throws TransactionTimeoutError when it takes longer than `transactionTimeoutMs`; it is rolled back
   */
  transaction<T>(work: (tx: Queryable) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /** Resolves when a statement gets an answer, rejects otherwise. */
  ready(): Promise<void>;
  /** How long statements wait at the moment for an answer or a connection, ms; what waits for a snapshot does not count. */
  lagMs(): number;
  /** Present on PGlite alone, where nothing is flushed to the disk otherwise. */
  readonly snapshots?: Snapshots;
  /** Finishes what was sent and closes; later calls fail. */
  close(): Promise<void>;
};

export type Snapshots = {
  /** Writes a flushed snapshot now and returns its file name. */
  take(): Promise<string>;
};

/** The part of pino the database uses. */
export type DatabaseLog = {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
};
