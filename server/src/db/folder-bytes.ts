import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Files that vanish meanwhile are not counted. */
export async function folderBytes(folder: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) bytes += await folderBytes(path);
    else bytes += (await stat(path).catch(() => null))?.size ?? 0;
  }
  return bytes;
}
