import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Clock } from '#server/clock.ts';
import type { Connection } from './connection.ts';
import { adoptBuilt, buildEmbedded, markIncoming, unmarkIncoming } from './embedded.ts';
import { lockDataDir } from './lock.ts';
import { listSnapshots, snapshotsFolder } from './snapshots.ts';
import { extractArchive } from './tar-folder.ts';

export type Restored = {
  replaced: string | null;
  rows: Record<string, number>;
};

/** `snapshot`: a name in DATA_DIR/snapshots, or a path. The current database is moved aside, never deleted, once every row was
 * read and `within` has succeeded. @throws DataDirInUseError while the server runs, Error if unreadable */
export async function restoreSnapshot(
  dataDir: string,
  snapshot: string,
  clock: Clock,
  within: (on: Connection) => Promise<void> = async () => {},
): Promise<Restored> {
  const lock = lockDataDir(dataDir);
  try {
    const path = findSnapshot(dataDir, snapshot);
    if (path === undefined) throw new Error(await missing(dataDir, snapshot));
    let rows: Record<string, number> = {};
    await buildEmbedded(dataDir, {
      files: (folder) => extractArchive(path, folder),
      work: async (connection) => {
        rows = await countRows(connection);
        if (rows['public.schema_migrations'] === undefined)
          throw new Error(`${path} is not a snapshot of Hereabouts`);
        await within(connection);
      },
    });
    // A server that started between the renames would make an empty instance.
    await markIncoming(dataDir);
    const replaced = await adoptBuilt(dataDir, clock);
    await unmarkIncoming(dataDir);
    return { replaced, rows };
  } finally {
    lock.release();
  }
}

export const findSnapshot = (dataDir: string, snapshot: string): string | undefined =>
  [join(snapshotsFolder(dataDir), snapshot), resolve(snapshot)].find((at) => existsSync(at));

async function countRows(connection: Connection): Promise<Record<string, number>> {
  const rows: Record<string, number> = {};
  const tables = await connection.script(
    "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'auth') order by 1",
  );
  for (const { name } of tables.rows as { name: string }[]) {
    // Whole rows, to detect unreadable pages.
    const counted = await connection.script(`select count(t.*::text) as rows from ${name} t`);
    rows[name] = (counted.rows[0] as { rows: number }).rows;
  }
  return rows;
}

async function missing(dataDir: string, snapshot: string): Promise<string> {
  const names = await listSnapshots(dataDir);
  const known = names.length > 0 ? `There are:\n  ${names.join('\n  ')}` : 'There are none.';
  return `There is no snapshot ${snapshot} in ${snapshotsFolder(dataDir)}, and no backup of this name or path. ${known}\nnpm run restore lists the backups too.`;
}
