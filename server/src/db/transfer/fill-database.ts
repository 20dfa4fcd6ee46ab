import { isDeepStrictEqual } from 'node:util';
import type { Clock } from '#server/clock.ts';
import type { Connection } from '#server/db/connection.ts';
import { MIGRATIONS_FOLDER, migrateEmpty, migrationsOf, readMigrations } from '#server/db/migrate.ts';
import { dropConstraints, listSequences, listTables, setSequences, type Table } from './catalog.ts';
import { shapeOf, type RowSource } from './read-database.ts';
import { sumRows, writeRows } from './rows.ts';

export type TableCount = { name: string; source: number; target: number };

/** By the migrations, within a transaction of the caller. @throws Error if the source has other columns */
export async function makeSchema(
  on: Connection,
  source: RowSource,
  { clock }: { clock: Clock },
): Promise<void> {
  const migrations = migrationsOf(source.migrations, await readMigrations(MIGRATIONS_FOLDER));
  await migrateEmpty(on, migrations, clock);
  requireSameShapes(source, await listTables(on));
}

/** Writes the source's rows into the schema that was made for it, then reads all of them again and compares sums. Tables and
 * sequences that the schema lacks are left out. @throws Error when anything differs */
export async function fillDatabase(
  on: Connection,
  source: RowSource,
): Promise<{ tables: TableCount[]; leftOut: string[] }> {
  const tables = await listTables(on);
  const restoreConstraints = await dropConstraints(on);
  // Migrations may have filled some tables.
  await on.script(`truncate ${tables.map(({ name }) => name).join(', ')}`);
  const byName = new Map(tables.map((table) => [table.name, table]));
  for await (const { table, lines } of source.batches()) {
    const into = byName.get(table);
    if (into !== undefined) await writeRows(on, into, lines);
  }
  const numbers = new Set((await listSequences(on)).map(({ name }) => name));
  const sequences = await source.sequences();
  await setSequences(
    on,
    sequences.filter(({ name }) => numbers.has(name)),
  );
  await restoreConstraints();
  await on.script('analyze');
  const unknown = [
    ...source.tables.filter(({ name }) => !byName.has(name)),
    ...sequences.filter(({ name }) => !numbers.has(name)),
  ];
  return { tables: await compare(on, source, tables), leftOut: unknown.map(({ name }) => name) };
}

function requireSameShapes(source: RowSource, tables: readonly Table[]): void {
  const known = new Map(tables.map((table) => [table.name, shapeOf(table)]));
  for (const shape of source.tables) {
    const made = known.get(shape.name);
    if (made !== undefined && !isDeepStrictEqual(made, shape)) {
      throw new Error(`The table ${shape.name} has other columns than the migrations make`);
    }
  }
}

async function compare(on: Connection, source: RowSource, tables: readonly Table[]): Promise<TableCount[]> {
  const totals = await source.totals();
  const counts: TableCount[] = [];
  for (const table of tables) {
    const expected = totals.get(table.name);
    const found = await sumRows(on, table);
    if (!isDeepStrictEqual(found, expected)) {
      const [has, wants] = [found.rows, expected?.rows ?? 0];
      throw new Error(
        `${table.name} has ${has} rows instead of ${wants}, or others: nothing can be relied on`,
      );
    }
    counts.push({ name: table.name, source: expected?.rows ?? 0, target: found.rows });
  }
  return counts;
}
