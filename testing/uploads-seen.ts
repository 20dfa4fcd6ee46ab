import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from '@hereabouts/server/context';
import { NOTES_FOLDER } from '@hereabouts/server/storage/storage-key';

/** Names of all files in the bucket on disk, half-written ones included. */
export async function storedFiles(ctx: Context): Promise<string[]> {
  const folder = join(ctx.config.dataDir, 'uploads');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !entry.parentPath.endsWith(NOTES_FOLDER))
    .map((entry) => entry.name)
    .toSorted();
}

/** Paths of all rows of `uploads`. */
export async function uploadRows(ctx: Context): Promise<string[]> {
  const found = await ctx.db.query<{ path: string }>('select path from uploads order by path');
  return found.map(({ path }) => path);
}
