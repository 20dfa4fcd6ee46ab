import { existsSync } from 'node:fs';
import { readFile, rename } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { systemClock } from '#server/clock.ts';
import type { Clock } from '#server/clock.ts';
import { readConfig } from '#server/config.ts';
import { createPrivateFiles, prepareDataDir } from '#server/data-dir.ts';
import { createLog } from '#server/log.ts';
import { buildEmbedded, databaseFolder, flushFolder } from './embedded.ts';
import { lockDataDir } from './lock.ts';
import { listSnapshots, snapshotsFolder } from './snapshots.ts';

export type Restored = {
  replaced: string | null;
  rows: Record<string, number>;
};

/** Restores a snapshot (a name in DATA_DIR/snapshots, or a path). The current database is moved aside, never deleted,
 * once every row of the restored one was read. @throws DataDirInUseError while the server runs, Error if unreadable */
export async function restoreSnapshot(dataDir: string, snapshot: string, clock: Clock): Promise<Restored> {
  const lock = lockDataDir(dataDir);
  try {
    const path = [join(snapshotsFolder(dataDir), snapshot), resolve(snapshot)].find((at) => existsSync(at));
    if (path === undefined) throw new Error(await missing(dataDir, snapshot));
    const tar = await promisify(gunzip)(await readFile(path));
    const rows: Record<string, number> = {};
    const folder = await buildEmbedded(dataDir, {
      from: new Uint8Array(tar),
      verify: async ({ connection }) => {
        const tables = await connection.script(
          "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'auth') order by 1",
        );
        for (const { name } of tables.rows as { name: string }[]) {
          // Reads whole rows, to detect unreadable pages.
          const counted = await connection.script(`select count(t.*::text) as rows from ${name} t`);
          rows[name] = (counted.rows[0] as { rows: number }).rows;
        }
        if (rows['public.schema_migrations'] === undefined)
          throw new Error(`${path} is not a snapshot of Hereabouts`);
      },
    });
    const current = databaseFolder(dataDir);
    const aside = `${current}-replaced-${new Date(clock.now()).toISOString().replaceAll(':', '-')}`;
    const replaced = existsSync(current) ? aside : null;
    if (replaced) await rename(current, replaced);
    await rename(folder, current);
    await flushFolder(dataDir);
    return { replaced, rows };
  } finally {
    lock.release();
  }
}

async function missing(dataDir: string, snapshot: string): Promise<string> {
  const names = await listSnapshots(dataDir);
  const known = names.length > 0 ? `There are:\n  ${names.join('\n  ')}` : 'There are none.';
  return `There is no snapshot ${snapshot} in ${snapshotsFolder(dataDir)}. ${known}`;
}

async function main(snapshot: string | undefined): Promise<void> {
  const { dataDir: folder, logLevel } = readConfig();
  if (snapshot === undefined) {
    const names = await listSnapshots(folder);
    throw new Error(
      `Which one? npm run restore -- <snapshot>\n  ${names.join('\n  ') || '(there are none)'}`,
    );
  }
  prepareDataDir(folder, createLog(logLevel));
  const { replaced, rows } = await restoreSnapshot(folder, snapshot, systemClock);
  const counts = Object.entries(rows).map(([table, count]) => `  ${table}: ${count}`);
  process.stdout.write(`Restored ${snapshot}, rows:\n${counts.join('\n')}\n`);
  if (replaced) process.stdout.write(`What was there before is in ${replaced}\n`);
}

if (import.meta.main) {
  createPrivateFiles();
  try {
    await main(process.argv[2]);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
