import { existsSync } from 'node:fs';
import { open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { startPglite } from './pglite.ts';
import type { PgliteEngine } from './pglite.ts';

export const databaseFolder = (dataDir: string): string => join(dataDir, 'database');
const unfinishedFolder = (dataDir: string): string => join(dataDir, 'database-unfinished');

export async function openEmbedded(dataDir: string): Promise<PgliteEngine> {
  if (!existsSync(databaseFolder(dataDir))) {
    await buildEmbedded(dataDir, {});
    await rename(unfinishedFolder(dataDir), databaseFolder(dataDir));
    await flushFolder(dataDir);
  }
  return await startPglite({ dataDir: databaseFolder(dataDir) });
}

/** Builds a database in a folder that is renamed once flushed: a killed process leaves nothing that looks like one. */
export async function buildEmbedded(
  dataDir: string,
  { from, verify }: { from?: Uint8Array; verify?: (engine: PgliteEngine) => Promise<void> },
): Promise<string> {
  const folder = unfinishedFolder(dataDir);
  await rm(folder, { recursive: true, force: true });
  const engine = await startPglite({ dataDir: folder, ...(from ? { from } : {}) });
  try {
    await verify?.(engine);
  } finally {
    await engine.connection.end();
  }
  await flushTree(folder);
  return folder;
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
