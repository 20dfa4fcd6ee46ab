import type { Dirent } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, stat, statfs } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { DAY_MS } from '@hereabouts/contract/durations';
import { askServer } from '#server/admin/socket.ts';
import { fileTimeOf, nowIso, type Clock } from '#server/clock.ts';
import type { Config } from '#server/config.ts';
import type { Disk } from '#server/data-dir.ts';
import type { Connection } from '#server/db/connection.ts';
import { requireSpace } from '#server/db/copy-space.ts';
import type { DatabaseLog } from '#server/db/database.ts';
import { databaseFolder, hasEmbedded, requireServableFolder } from '#server/db/embedded.ts';
import { folderBytes } from '#server/db/folder-bytes.ts';
import { DataDirInUseError, lockDataDir } from '#server/db/lock.ts';
import { findSnapshot } from '#server/db/restore.ts';
import { extractArchive } from '#server/db/tar-folder.ts';
import { requireServable } from '#server/db/transfer/marker.ts';
import { storageName } from '#server/storage/open.ts';
import { nameWhenFinished, writeArchive, type Archived } from './write-archive.ts';
import { requireBucket } from './bucket.ts';
import { onFolder, onPostgres } from './database-location.ts';
import { noteBackup } from './last-backup.ts';
import { requireFound, type PictureCount } from './pictures.ts';
import { openForProgram } from './program-storage.ts';
import type { Progress } from './progress.ts';

/** Operators name archives as they like, also in DATA_DIR. */
const WORK_FOLDER = '.backup-work-';
const WORK_NAME = /^\.backup-work-[A-Za-z0-9]{6}$/;
const WORK_MAX_MS = DAY_MS;

type Parts = {
  clock: Clock;
  log: DatabaseLog;
  progress?: Progress;
  disk?: Disk;
  /** However many pictures are missing. */
  force?: boolean;
};

export const backupsFolder = (dataDir: string): string => join(dataDir, 'backups');

export const defaultPath = (dataDir: string, { clock }: { clock: Clock }): string =>
  join(backupsFolder(dataDir), `hereabouts-${fileTimeOf(clock.now())}.tar`);

/** Works whether or not the instance is running (OPS-03). @throws NotServableError for a database that was moved away, or was
 * not completely filled, or Error when most pictures are missing: it would replace good backups */
export async function backUp(config: Config, path: string, parts: Parts): Promise<Archived> {
  await requireBucket(config, { isSource: true });
  const storage = await openForProgram(config, parts);
  const createdAt = nowIso(parts);
  const { dataDir, version } = config;
  const ofDataDir = parts.disk ?? (() => statfs(dataDir));
  const checkPictures = (listed: number, found: PictureCount) =>
    requireFound(listed, found, storageName(config));
  const write = async (on: Connection): Promise<Archived> => {
    await requireServable(on);
    const disk = (await isOnDiskOf(dataDir, dirname(path))) ? ofDataDir : null;
    const contents = { version, createdAt, on, storage, disk, progress: parts.progress };
    const archived = await writeArchive(path, {
      ...contents,
      ...(parts.force !== true && { checkPictures }),
    });
    await noteBackup(dataDir, parts).catch((error: unknown) => {
      parts.log.warn({ err: error, dataDir }, 'that a backup was made could not be noted for the metrics');
    });
    return archived;
  };
  try {
    await removeAbandoned(dataDir, path, parts);
    const { url } = config.database;
    if (url !== null) return await onPostgres(url, write);
    return await onEmbedded(dataDir, write, { ...parts, disk: ofDataDir });
  } finally {
    await storage.close();
  }
}

async function isOnDiskOf(dataDir: string, folder: string): Promise<boolean> {
  await mkdir(folder, { recursive: true });
  return (await stat(folder)).dev === (await stat(dataDir)).dev;
}

/** While the server runs it is asked for a snapshot, which is then read. */
async function onEmbedded<T>(
  dataDir: string,
  work: (on: Connection) => Promise<T>,
  { clock, disk }: { clock: Clock; disk: Disk },
): Promise<T> {
  requireServableFolder(dataDir);
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
  const answer = await askServer(dataDir, asked, clock);
  const snapshot = answer?.ok ? findSnapshot(dataDir, answer.text.trim()) : undefined;
  if (snapshot === undefined) {
    throw new Error(
      `The server that uses ${dataDir} made no snapshot: ${answer?.text ?? 'it did not answer'}`,
    );
  }
  const bytes = await folderBytes(databaseFolder(dataDir));
  await requireSpace(disk, { bytes }, 'an unpacked snapshot');
  const folder = await mkdtemp(join(dataDir, WORK_FOLDER));
  try {
    await extractArchive(snapshot, folder);
    return await onFolder(folder, work);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** In the folder of the new archive only those of its name, as others may use that folder too. */
async function removeAbandoned(dataDir: string, path: string, { clock, log }: Parts): Promise<void> {
  const abandoned = [
    ...(await listEntries(dataDir, (entry) => entry.isDirectory() && WORK_NAME.test(entry.name))),
    ...(await listEntries(backupsFolder(dataDir), ({ name }) => nameWhenFinished(name) !== null)),
    ...(await listEntries(dirname(path), ({ name }) => nameWhenFinished(name) === basename(path))),
  ];
  for (const each of abandoned) {
    // Another backup may end meanwhile.
    const mtimeMs = await lastChangedMs(each);
    if (mtimeMs === null || clock.now() - mtimeMs <= WORK_MAX_MS) continue;
    await rm(each, { recursive: true, force: true }).catch((error: unknown) => {
      log.warn({ err: error, path: each }, 'what a killed backup left could not be deleted');
    });
  }
}

async function listEntries(folder: string, isOne: (entry: Dirent) => boolean): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries.filter(isOne).map(({ name }) => join(folder, name));
}

async function lastChangedMs(path: string): Promise<number | null> {
  try {
    return (await stat(path)).mtimeMs;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
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
