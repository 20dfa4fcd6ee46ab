import { isDeepStrictEqual } from 'node:util';
import type { Clock } from '#server/clock.ts';
import type { Connection } from '#server/db/connection.ts';
import { MIGRATIONS_FOLDER, migrateNew, migrationsOf, readMigrations } from '#server/db/migrate.ts';
import { dropConstraints, listTables, setSequences, type Table } from './catalog.ts';
import { shapeOf, type RowSource } from './read-database.ts';
import { sumRows, writeRows } from './rows.ts';

export type TableCount = { name: string; source: number; target: number };

/** Makes the schema by the migrations and writes the source's rows, then reads all of them again and compares sums. @throws Error
 * when anything differs */
export async function fillDatabase(
  on: Connection,
  source: RowSource,
  { clock }: { clock: Clock },
): Promise<TableCount[]> {
  const migrations = migrationsOf(source.migrations, await readMigrations(MIGRATIONS_FOLDER));
  await migrateNew(on, migrations, clock);
  const tables = await listTables(on);
  requireSameShapes(source, tables);
  const restoreConstraints = await dropConstraints(on);
  // Migrations may have filled some tables.
  await on.script(`truncate ${tables.map(({ name }) => name).join(', ')}`);
  const byName = new Map(tables.map((table) => [table.name, table]));
  for await (const { table, lines } of source.batches()) {
    await writeRows(on, byName.get(table) as Table, lines);
  }
  await setSequences(on, await source.sequences());
  await restoreConstraints();
  await on.script('analyze');
  return await compare(on, source, tables);
}

function requireSameShapes(source: RowSource, tables: readonly Table[]): void {
  const known = new Map(tables.map((table) => [table.name, shapeOf(table)]));
  for (const shape of source.tables) {
    if (!isDeepStrictEqual(known.get(shape.name), shape)) {
      throw new Error(`The table ${shape.name} is not as the migrations make it: move it away first`);
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
