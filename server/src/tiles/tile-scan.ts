import { readdir, rm, rmdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { DEEP_TILE_ZOOM_MIN } from '@hereabouts/contract/limits';

export const TILE_SUFFIX = '.tile';
export const TEMPORARY_SUFFIX = '.part';

export type FoundTile = { key: string; bytes: number; usedAtMs: number };

const isDeepFolder = (name: string): boolean => Number(name) >= DEEP_TILE_ZOOM_MIN;

/** Earlier releases kept these. */
export async function removeDeepTiles(dir: string): Promise<void> {
  const zooms = await readdir(dir).catch(() => []);
  const deep = zooms.filter(isDeepFolder);
  await Promise.all(deep.map((name) => rm(path.join(dir, name), { recursive: true, force: true })));
}

/** Least recently used first, without deep ones. Removes unfinished files except those with `ownSuffix`, and empty folders. What
 * cannot be read or removed is left out: nobody waits for it, and the disk may be read-only. */
export async function scanTiles(dir: string, ownSuffix: string): Promise<FoundTile[]> {
  const found: FoundTile[] = [];
  await walk(dir, '', ownSuffix, found);
  return found.toSorted((a, b) => a.usedAtMs - b.usedAtMs);
}

async function walk(dir: string, prefix: string, ownSuffix: string, found: FoundTile[]): Promise<void> {
  for (const entry of await readdir(dir, { withFileTypes: true }).catch(() => [])) {
    const file = path.join(dir, entry.name);
    if (prefix === '' && isDeepFolder(entry.name)) continue;
    if (entry.isDirectory()) {
      const before = found.length;
      await walk(file, `${prefix}${entry.name}/`, ownSuffix, found);
      if (found.length === before) await rmdir(file).catch(() => {});
    } else if (entry.name.endsWith(TEMPORARY_SUFFIX)) {
      if (!entry.name.endsWith(ownSuffix)) await rm(file).catch(() => {});
    } else if (entry.name.endsWith(TILE_SUFFIX)) {
      const info = await stat(file).catch(() => null);
      const key = prefix + entry.name.slice(0, -TILE_SUFFIX.length);
      if (info) found.push({ key, bytes: info.size, usedAtMs: info.mtimeMs });
    }
  }
}
