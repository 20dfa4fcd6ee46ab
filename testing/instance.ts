import type { Config } from '@hereabouts/server/config';
import { listTables } from '@hereabouts/server/db/transfer/catalog';
import { readRows } from '@hereabouts/server/db/transfer/rows';
import { locationOf, readUnserved } from '@hereabouts/server/instance/database-location';
import pg from 'pg';
import type { PostgresServer } from './postgres.ts';

/** A database without any table. Returns its address. */
export async function createEmptyDatabase(server: PostgresServer, name: string): Promise<string> {
  const admin = new pg.Client(server.urlOf('postgres'));
  await admin.connect();
  await admin.query(`create database ${name}`);
  await admin.end();
  return server.urlOf(name);
}

/** Every row of every table of a stopped instance, as sorted text. */
export const contentsOf = (config: Config): Promise<Record<string, string[]>> =>
  readUnserved(locationOf(config), async (on) => {
    const found: Record<string, string[]> = {};
    for (const table of await listTables(on)) {
      const lines: string[] = [];
      for await (const batch of readRows(on, table)) lines.push(...batch);
      found[table.name] = lines.toSorted();
    }
    return found;
  });
