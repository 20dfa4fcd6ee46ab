import {
  DefaultQueryExecutor,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import type { CompiledQuery, DatabaseConnection, Dialect, Driver } from 'kysely';
import type { Connection } from './connection.ts';
import type { Queryable } from './database.ts';
import type { Schema } from './schema.ts';

export type Provide = <T>(send: (connection: Connection) => Promise<T>) => Promise<T>;

/** They would bypass the pool. */
class NoTransactions extends DummyDriver {
  override beginTransaction(): Promise<void> {
    return Promise.reject(new Error('Use database.transaction(work) instead of kysely.transaction()'));
  }
}

const compiler = new PostgresQueryCompiler();
const adapter = new PostgresAdapter();
const driver: Driver = new NoTransactions();
const dialect: Dialect = {
  createAdapter: () => adapter,
  createDriver: () => driver,
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => compiler,
};

export function queryableOn(provide: Provide): Queryable {
  const run = (text: string, values: readonly unknown[]) =>
    provide((connection) => connection.query(text, values));

  const connection: DatabaseConnection = {
    async executeQuery<R>(compiled: CompiledQuery) {
      const { rows, rowCount } = await run(compiled.sql, compiled.parameters);
      return { rows: rows as R[], numAffectedRows: BigInt(rowCount ?? 0) };
    },
    streamQuery() {
      throw new Error('Streaming is not supported: page by keyset instead');
    },
  };
  const executor = new DefaultQueryExecutor(compiler, adapter, {
    provideConnection: (consumer) => consumer(connection),
  });
  return {
    kysely: new Kysely<Schema>({ config: { dialect }, dialect, driver, executor }),
    async query<Row>(statement: string | CompiledQuery<Row>, params: readonly unknown[] = []) {
      const { rows } =
        typeof statement === 'string'
          ? await run(statement, params)
          : await run(statement.sql, params.length > 0 ? params : statement.parameters);
      return rows as Row[];
    },
    async queryPlannedAnew<Row>(text: string, params: readonly unknown[]) {
      const { rows } = await provide((on) => on.queryUnprepared(text, params));
      return rows as Row[];
    },
  };
}
