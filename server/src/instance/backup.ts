import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DAY_MS } from '@hereabouts/contract/durations';
import { askServer } from '#server/admin/socket.ts';
import { nowIso, type Clock } from '#server/clock.ts';
import type { Config } from '#server/config.ts';
import type { Connection } from '#server/db/connection.ts';
import type { DatabaseLog } from '#server/db/database.ts';
import { databaseFolder, hasEmbedded } from '#server/db/embedded.ts';
import { DataDirInUseError, lockDataDir } from '#server/db/lock.ts';
import { findSnapshot } from '#server/db/restore.ts';
import { extractArchive } from '#server/db/tar-folder.ts';
import { openStorage } from '#server/storage/open.ts';
import { writeArchive, type Archived } from './archive.ts';
import { requireBucket } from './bucket.ts';
import { onFolder, onPostgres } from './places.ts';
import type { Progress } from './progress.ts';

/** In DATA_DIR: the snapshot that is being read, unpacked. */
const WORK_FOLDER = 'backup-';
const WORK_MAX_MS = DAY_MS;

type Deps = { clock: Clock; log: DatabaseLog; progress?: Progress };

export const backupsFolder = (dataDir: string): string => join(dataDir, 'backups');

/** Sorts by time and is valid on every file system. */
export const defaultPath = (dataDir: string, { clock }: { clock: Clock }): string =>
  join(backupsFolder(dataDir), `hereabouts-${nowIso({ clock }).replaceAll(':', '-')}.tar`);

/** Writes database and pictures into one archive, whether or not the instance is running (OPS-03). */
export async function backUp(config: Config, path: string, deps: Deps): Promise<Archived> {
  await requireBucket(config);
  const storage = await openStorage(config, deps);
  const createdAt = nowIso(deps);
  const write = (on: Connection): Promise<Archived> =>
    writeArchive(path, { version: config.version, createdAt, on, storage, progress: deps.progress });
  try {
    const { url } = config.database;
    return url === null ? await onEmbedded(config.dataDir, write, deps) : await onPostgres(url, write);
  } finally {
    await storage.close();
  }
}

/** One process has the database: while the server runs it is asked for a snapshot, which is then read. */
async function onEmbedded<T>(
  dataDir: string,
  work: (on: Connection) => Promise<T>,
  { clock }: Deps,
): Promise<T> {
  if (!hasEmbedded(dataDir)) throw new Error(`There is no database in ${dataDir}. Is DATA_DIR right?`);
  const lock = lockUnlessServed(dataDir);
  if (lock !== null) {
    try {
      return await onFolder(databaseFolder(dataDir), work);
    } finally {
      lock.release();
    }
  }
  const asked = { args: ['snapshot'], operator: 'npm run backup' };
  const answer = await askServer(dataDir, asked, clock, Infinity);
  const snapshot = answer?.ok ? findSnapshot(dataDir, answer.text.trim()) : undefined;
  if (snapshot === undefined) {
    throw new Error(
      `The server that uses ${dataDir} made no snapshot: ${answer?.text ?? 'it did not answer'}`,
    );
  }
  await removeAbandoned(dataDir, clock);
  const folder = await mkdtemp(join(dataDir, WORK_FOLDER));
  try {
    await extractArchive(snapshot, folder);
    return await onFolder(folder, work);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Those of backups that were killed; one that is running keeps its own. */
async function removeAbandoned(dataDir: string, clock: Clock): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (!name.startsWith(WORK_FOLDER)) continue;
    const { mtimeMs } = await stat(join(dataDir, name));
    if (clock.now() - mtimeMs > WORK_MAX_MS) await rm(join(dataDir, name), { recursive: true, force: true });
  }
}

function lockUnlessServed(dataDir: string) {
  try {
    return lockDataDir(dataDir);
  } catch (error) {
    if (error instanceof DataDirInUseError) return null;
    throw error;
  }
}
