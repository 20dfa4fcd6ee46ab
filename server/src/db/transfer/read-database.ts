import type { Connection } from '#server/db/connection.ts';
import { readApplied, type AppliedMigration } from '#server/db/migrate.ts';
import { listTables, readSequences, type Sequence, type Table } from './catalog.ts';
import { readRows, RowSum, type Lines, type Total } from './rows.ts';

export type TableShape = { name: string; columns: string[] };
export type RowBatch = { table: string; lines: Lines };

/** To be read once: the batches first, table by table. */
export type RowSource = {
  readonly migrations: readonly AppliedMigration[];
  readonly tables: readonly TableShape[];
  batches(): AsyncIterable<RowBatch>;
  sequences(): Promise<readonly Sequence[]>;
  /** Complete once everything is read. */
  totals(): Promise<ReadonlyMap<string, Total>>;
};

/** Reads the database as of one moment. @throws Error for a database of something else */
export async function readDatabase<T>(on: Connection, work: (source: RowSource) => Promise<T>): Promise<T> {
  await on.script('begin isolation level repeatable read read only');
  try {
    const { rows } = await on.queryUnprepared(
      "select to_regclass('public.schema_migrations') is null as none",
      [],
    );
    if ((rows[0] as { none: boolean }).none) throw new Error('There is no Hereabouts in this database');
    return await work(await sourceOn(on));
  } finally {
    if (!on.lost) await on.script('rollback');
  }
}

async function sourceOn(on: Connection): Promise<RowSource> {
  const tables = await listTables(on);
  const sums = new Map<string, RowSum>();
  return {
    migrations: await readApplied(on),
    tables: tables.map(shapeOf),
    async *batches() {
      for (const table of tables) {
        const sum = new RowSum();
        sums.set(table.name, sum);
        for await (const lines of readRows(on, table)) {
          sum.add(lines);
          yield { table: table.name, lines };
        }
      }
    },
    sequences: () => readSequences(on),
    totals: async () => new Map([...sums].map(([name, sum]) => [name, sum.total()])),
  };
}

export const shapeOf = ({ name, columns }: Table): TableShape => ({
  name,
  columns: columns.map((column) => column.name),
});
