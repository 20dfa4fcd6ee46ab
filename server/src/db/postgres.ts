import pg from 'pg';
import { Connection } from './connection.ts';
import { valueParsers } from './value-parsers.ts';

const KEEP_ALIVE_AFTER_MS = 10_000;

/** Of processes that serve. */
export const APPLICATION_NAME = 'hereabouts';

export type PostgresOptions = {
  url: string;
  applicationName?: string;
  connectTimeoutMs: number;
  statementTimeoutMs: number;
  /** ms without a statement, then the server rolls back and closes the connection. */
  idleInTransactionMs: number;
  /** ms of one attempt; below `idleInTransactionMs`. */
  lockTimeoutMs: number;
};

/** @throws the driver's error */
export async function connectPostgres(options: PostgresOptions): Promise<Connection> {
  const client = new pg.Client({
    connectionString: options.url,
    pipeline: true,
    types: valueParsers,
    application_name: options.applicationName ?? APPLICATION_NAME,
    statement_timeout: options.statementTimeoutMs,
    // A process that hangs in a transaction must not keep its locks from revocations on other processes. Its other transactions,
    // which wait for the same lock, end first (`lock_timeout`), so that they do not get it one after the other.
    idle_in_transaction_session_timeout: options.idleInTransactionMs,
    lock_timeout: options.lockTimeoutMs,
    options: '-c timezone=UTC -c search_path=public -c datestyle=ISO',
    connectionTimeoutMillis: options.connectTimeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
  });
  await client.connect();
  return new Connection(client, {
    destroy: () => streamOf(client).destroy(),
    closed: Promise.resolve(),
    isReplaceable: true,
  });
}

/** For a server that does not answer. */
const streamOf = (client: pg.Client): { destroy(): void } =>
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream;
