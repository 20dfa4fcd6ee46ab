import { existsSync } from 'node:fs';
import { open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileTimeOf, type Clock } from '#server/clock.ts';
import type { Connection } from './connection.ts';
import { NotServableError } from './errors.ts';
import { startPglite } from './pglite.ts';
import type { PgliteEngine } from './pglite.ts';

export const databaseFolder = (dataDir: string): string => join(dataDir, 'database');
const unfinishedFolder = (dataDir: string): string => join(dataDir, 'database-unfinished');

/** Exists while a move or restore fills DATA_DIR; names the storage that it began to fill. */
const incomingMarker = (dataDir: string): string => join(dataDir, 'database-incoming');
/** Exists once a server with this DATA_DIR has used Postgres. */
const elsewhereMarker = (dataDir: string): string => join(dataDir, 'database-elsewhere');
/** In the database's folder, so that it goes with it. */
const movedMarker = (dataDir: string): string => join(databaseFolder(dataDir), 'hereabouts-moved');

export const hasEmbedded = (dataDir: string): boolean => existsSync(databaseFolder(dataDir));
export const isMoved = (dataDir: string): boolean => existsSync(movedMarker(dataDir));
export const unmarkMoved = (dataDir: string): Promise<void> => rm(movedMarker(dataDir), { force: true });

export const markMoved = (dataDir: string, at: string): Promise<void> =>
  writeMarker(movedMarker(dataDir), `${at}\n`);

export const isIncoming = (dataDir: string): boolean => existsSync(incomingMarker(dataDir));
export const markIncoming = (dataDir: string, storage: string | null = null): Promise<void> =>
  writeMarker(incomingMarker(dataDir), storage ?? '');
export const readIncomingStorage = async (dataDir: string): Promise<string | null> =>
  (isIncoming(dataDir) && (await readFile(incomingMarker(dataDir), 'utf8'))) || null;
export const unmarkIncoming = (dataDir: string): Promise<void> =>
  rm(incomingMarker(dataDir), { force: true });

export const markElsewhere = (dataDir: string): Promise<void> => writeMarker(elsewhereMarker(dataDir), '');

async function writeMarker(path: string, text: string): Promise<void> {
  await writeFile(path, text);
  await flushFile(path);
  await flushFolder(dirname(path));
}

/** @throws NotServableError for one that was moved away, or whose move or restore was not completed, or for none where Postgres was
 * used: browsers sign out at an empty instance, and its guests without an account are lost */
export function requireServableFolder(dataDir: string): void {
  if (isMoved(dataDir)) {
    throw new NotServableError(
      `The database in ${dataDir} was moved away by npm run move. To use it again nevertheless, start with --force`,
    );
  }
  if (!hasEmbedded(dataDir) && isIncoming(dataDir)) {
    throw new NotServableError(
      `A move or restore into ${dataDir} was not completed: repeat it, or begin an empty instance by deleting ${incomingMarker(dataDir)}`,
    );
  }
  if (!hasEmbedded(dataDir) && existsSync(elsewhereMarker(dataDir))) {
    throw new NotServableError(
      `The server in ${dataDir} has used Postgres, and DATABASE_URL is not set. To begin an empty instance, delete ${elsewhereMarker(dataDir)}`,
    );
  }
}

export async function openEmbedded(
  dataDir: string,
  buildNew: (dataDir: string) => Promise<unknown>,
): Promise<PgliteEngine> {
  if (hasEmbedded(dataDir)) {
    // Left by a move or restore that was killed at its very end.
    await unmarkIncoming(dataDir);
    // Left by a restore that was killed; it holds what people have deleted since.
    await rm(unfinishedFolder(dataDir), { recursive: true, force: true });
    await rm(elsewhereMarker(dataDir), { force: true });
  } else {
    await buildNew(dataDir);
    await adoptBuilt(dataDir, null);
  }
  return await startPglite({ dataDir: databaseFolder(dataDir) });
}

type Build = {
  /** Without it an empty database is made. */
  files?: (folder: string) => Promise<void>;
  work?: (connection: Connection) => Promise<void>;
};

/** In a folder that is renamed once flushed: a killed process leaves nothing that looks like a database. */
export async function buildEmbedded(dataDir: string, { files, work }: Build): Promise<string> {
  const folder = unfinishedFolder(dataDir);
  const remove = () => rm(folder, { recursive: true, force: true });
  await remove();
  try {
    await files?.(folder);
    const engine = await startPglite({ dataDir: folder });
    try {
      await work?.(engine.connection);
    } finally {
      await engine.connection.end();
    }
    await flushTree(folder);
  } catch (error) {
    // It may hold what was deleted since.
    await remove();
    throw error;
  }
  return folder;
}

/** Keeps the database that it replaces; returns where. */
export async function adoptBuilt(dataDir: string, clock: Pick<Clock, 'now'> | null): Promise<string | null> {
  const aside = clock === null ? null : await setAside(databaseFolder(dataDir), clock);
  await rename(unfinishedFolder(dataDir), databaseFolder(dataDir));
  await flushFolder(dataDir);
  return aside;
}

export async function setAside(folder: string, clock: Pick<Clock, 'now'>): Promise<string | null> {
  if (!existsSync(folder)) return null;
  const aside = `${folder}-replaced-${fileTimeOf(clock.now())}`;
  await rename(folder, aside);
  return aside;
}

async function flushTree(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await flushTree(path);
    else if (entry.isFile()) await flushFile(path);
  }
  await flushFolder(folder);
}

export async function flushFile(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** A rename is durable once its folder is flushed. */
export const flushFolder = flushFile;
