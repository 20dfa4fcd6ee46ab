import { existsSync } from 'node:fs';
import { appendFile, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from '#server/context.ts';
import { batchesOf } from '#server/lib/batches-of.ts';
import { deleteFiles, withoutRow } from './pictures.ts';

const KEYS_PER_BATCH = 1_000;

/** Names the files that a restore has put into the storage, and that were not there before; gone once it is complete. */
const listOf = (dataDir: string): string => join(dataDir, 'restored-files');

export const noteRestored = (dataDir: string, key: string): Promise<void> =>
  appendFile(listOf(dataDir), `${key}\n`);

export const forgetRestored = (dataDir: string): Promise<void> => rm(listOf(dataDir), { force: true });

/** Before the embedded database is served: a restore that was interrupted, or failed, may have put pictures of the backup into the
 * storage that people have deleted since. Nothing else finds files without a row. */
export async function sweepInterrupted({
  config: { dataDir },
  db,
  storage,
  log,
}: Pick<Context, 'config' | 'db' | 'storage' | 'log'>): Promise<void> {
  if (db.engine !== 'pglite' || !existsSync(listOf(dataDir))) return;
  const on = {
    async queryUnprepared(text: string, values: readonly unknown[]) {
      const rows = await db.queryPlannedAnew<Record<string, unknown>>(text, values);
      return { rows, rowCount: rows.length };
    },
  };
  try {
    let files = 0;
    const keys = (await readFile(listOf(dataDir), 'utf8')).split('\n').filter(Boolean);
    for (const batch of batchesOf(keys, KEYS_PER_BATCH)) {
      files += await deleteFiles(storage, await withoutRow(on, batch));
    }
    await forgetRestored(dataDir);
    log.warn({ files }, 'a restore was not completed, and the pictures that it left are deleted');
  } catch (error) {
    log.error(
      { err: error },
      'the pictures that a restore left, which was not completed, could not be deleted',
    );
  }
}
