import type { Connection } from '#server/db/connection.ts';
import {
  MIGRATIONS_FOLDER,
  readApplied,
  readMigrations,
  tablesMadeBy,
  type AppliedMigration,
} from '#server/db/migrate.ts';
import {
  listSequences,
  listTables,
  readSequences,
  requireKeys,
  type Sequence,
  type Table,
} from './catalog.ts';
import { readRows, RowSum, type Lines, type Total } from './rows.ts';

export type TableShape = { name: string; columns: string[] };
export type RowBatch = { table: string; lines: Lines };

/** To be read once: the batches first, table by table. */
export type RowSource = {
  readonly migrations: readonly AppliedMigration[];
  readonly tables: readonly TableShape[];
  /** Names of tables and sequences in the database that no migration makes. */
  readonly leftOut: readonly string[];
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
  const applied = await readApplied(on);
  const isOwn = await ownTables(applied);
  const found = await listTables(on);
  const tables = found.filter(({ name }) => isOwn(name));
  requireKeys(tables);
  const sequences = await listSequences(on);
  const isOfOwn = ({ table }: { table: string | null }) => table !== null && isOwn(table);
  const sums = new Map<string, RowSum>();
  return {
    migrations: applied,
    tables: tables.map(shapeOf),
    leftOut: [
      ...found.filter(({ name }) => !isOwn(name)),
      ...sequences.filter((sequence) => !isOfOwn(sequence)),
    ].map(({ name }) => name),
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
    sequences: () =>
      readSequences(
        on,
        sequences.filter(isOfOwn).map(({ name }) => name),
      ),
    totals: async () => new Map([...sums].map(([name, sum]) => [name, sum.total()])),
  };
}

/** All of a newer version, whose migrations this one does not know. */
async function ownTables(applied: readonly AppliedMigration[]): Promise<(table: string) => boolean> {
  const migrations = await readMigrations(MIGRATIONS_FOLDER);
  const known = new Set(migrations.map(({ name }) => name));
  if (applied.some(({ name }) => !known.has(name))) return () => true;
  const made = tablesMadeBy(migrations);
  return (table) => made.has(table);
}

export const shapeOf = ({ name, columns }: Table): TableShape => ({
  name,
  columns: columns.map((column) => column.name),
});
