import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { nowIso, type Clocked } from '#server/clock.ts';

/** In no database: the embedded one is read from a copy. */
const lastBackup = (dataDir: string): string => join(dataDir, 'last-backup');

export const noteBackup = (dataDir: string, clocked: Clocked): Promise<void> =>
  writeFile(lastBackup(dataDir), nowIso(clocked));

/** ms since the epoch; null before the first one. */
export async function lastBackupMs(dataDir: string): Promise<number | null> {
  const atMs = Date.parse(await readFile(lastBackup(dataDir), 'utf8').catch(() => ''));
  return Number.isNaN(atMs) ? null : atMs;
}
