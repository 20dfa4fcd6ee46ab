import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rm, rmdir, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { HOUR_MS } from '@hereabouts/contract/durations';
import { createSemaphore } from '#server/async/semaphore.ts';
import type { Clock } from '#server/clock.ts';
import { writeWhole } from '#server/lib/write-whole.ts';
import { scanTiles, TEMPORARY_SUFFIX, TILE_SUFFIX } from './tile-scan.ts';
import type { Validators } from './tile-upstream.ts';

export type CachedTile = {
  body: Buffer;
  type: string;
  etag: string;
  validators: Validators;
  freshUntilMs: number;
  lifetimeMs: number;
};

/** On disk as `{dir}/{z}/{x}/{y}.tile`: one line of JSON, then the picture. Above `cacheBytes` (tiles and folders) the least
 * recently used (by modification time) go, and some for each new tile that finds no space on the disk and is not kept. Counting
 * starts with the first use, in the background; reads work before. */
export type TileCache = {
  read(key: string): Promise<CachedTile | null>;
  /** Resolves also if the queue or the disk is full and the tile is skipped. */
  write(key: string, tile: CachedTile): Promise<void>;
  settled(): Promise<void>;
};

type Header = Omit<CachedTile, 'body'> & { bytes: number };
type Entry = { bytes: number; usedAtMs: number };

/** Smallest allocation of a file or folder. */
const BLOCK_BYTES = 4_096;
const diskBytes = (bytes: number): number => Math.ceil(bytes / BLOCK_BYTES) * BLOCK_BYTES;
/** An empty folder may be removed before a tile is written into it. */
const WRITE_TRIES = 5;

const WRITES_WAITING = 200;
/** More than others may take meanwhile, so that there is space again. */
const EVICTED_WITHOUT_SPACE = 10;
/** Avoids a write per read. */
const USE_NOTED_EVERY_MS = HOUR_MS;

export type TileCacheConfig = {
  dir: string;
  cacheBytes: number;
  hasSpace: () => Promise<boolean>;
};

export function createTileCache(config: TileCacheConfig, clock: Clock): TileCache {
  /** Least recently used first. */
  let entries = new Map<string, Entry>();
  let totalBytes = 0;
  const folders = new Map<string, number>();
  let counting: Promise<void> | null = null;
  let counted = false;
  let evicting = Promise.resolve();
  const writes = createSemaphore({ running: 1, waiting: WRITES_WAITING });
  /** Unfinished files of this run, which counting must not remove. */
  const ownSuffix = `.${randomUUID()}${TEMPORARY_SUFFIX}`;

  const fileOf = (key: string) => path.join(config.dir, key + TILE_SUFFIX);

  function remember(key: string, entry: Entry) {
    forget(key);
    entries.set(key, entry);
    totalBytes += entry.bytes;
    const folder = path.dirname(key);
    const tiles = folders.get(folder) ?? 0;
    folders.set(folder, tiles + 1);
    if (tiles === 0) totalBytes += BLOCK_BYTES;
  }

  function forget(key: string) {
    const entry = entries.get(key);
    if (entry === undefined) return;
    totalBytes -= entry.bytes;
    entries.delete(key);
    const folder = path.dirname(key);
    const tiles = (folders.get(folder) ?? 1) - 1;
    if (tiles > 0) {
      folders.set(folder, tiles);
    } else {
      folders.delete(folder);
      totalBytes -= BLOCK_BYTES;
    }
  }

  async function count() {
    const found = await scanTiles(config.dir, ownSuffix);
    const usedSinceStart = entries;
    entries = new Map();
    totalBytes = 0;
    folders.clear();
    for (const { key, bytes, usedAtMs } of found) remember(key, { bytes: diskBytes(bytes), usedAtMs });
    for (const [key, entry] of usedSinceStart) remember(key, entry);
    counted = true;
    evictWhile(isTooMuch);
  }

  function startCounting() {
    counting ??= count();
    return counting;
  }

  const isTooMuch = () => totalBytes > config.cacheBytes;

  function evictWhile(isDue: () => boolean) {
    if (!counted) return;
    for (const key of entries.keys()) {
      if (!isDue()) return;
      forget(key);
      evicting = evicting.then(() => remove(key)).catch(() => {});
    }
  }

  async function remove(key: string) {
    await rm(fileOf(key), { force: true });
    if (!folders.has(path.dirname(key))) await rmdir(path.dirname(fileOf(key)));
  }

  async function writeIntoFolder(file: string, content: Buffer) {
    for (let tries = 1; ; tries += 1) {
      try {
        await mkdir(path.dirname(file), { recursive: true });
        return await writeFile(file, content);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || tries === WRITE_TRIES) throw error;
      }
    }
  }

  async function store(key: string, tile: CachedTile) {
    await evicting;
    if (!entries.has(key) && !(await config.hasSpace())) {
      let left = EVICTED_WITHOUT_SPACE;
      return evictWhile(() => (left -= 1) >= 0);
    }
    const file = encode(tile);
    const target = fileOf(key);
    const temporary = target + ownSuffix;
    const nowMs = clock.now();
    await writeWhole(target, temporary, async () => {
      await writeIntoFolder(temporary, file);
      await utimes(temporary, nowMs / 1000, nowMs / 1000);
    });
    remember(key, { bytes: diskBytes(file.byteLength), usedAtMs: nowMs });
    evictWhile(isTooMuch);
  }

  async function noteUse(key: string, bytes: number) {
    const nowMs = clock.now();
    const known = entries.get(key);
    const due = !known || nowMs - known.usedAtMs >= USE_NOTED_EVERY_MS;
    remember(key, { bytes, usedAtMs: due ? nowMs : known.usedAtMs });
    if (due) await utimes(fileOf(key), nowMs / 1000, nowMs / 1000).catch(() => {});
  }

  return {
    async read(key) {
      void startCounting();
      const file = await readFile(fileOf(key)).catch(() => null);
      const tile = file && decode(file);
      if (!file || !tile) {
        forget(key);
        return null;
      }
      await noteUse(key, diskBytes(file.byteLength));
      return tile;
    },
    async write(key, tile) {
      void startCounting();
      await writes.run(() => store(key, tile));
    },
    async settled() {
      await startCounting();
      await evicting;
    },
  };
}

function encode({ body, ...rest }: CachedTile): Buffer {
  const header: Header = { ...rest, bytes: body.byteLength };
  return Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), body]);
}

function decode(file: Buffer): CachedTile | null {
  const lineEnd = file.indexOf('\n');
  if (lineEnd < 0) return null;
  try {
    const { bytes, ...rest } = JSON.parse(file.toString('utf8', 0, lineEnd)) as Header;
    const body = file.subarray(lineEnd + 1);
    return body.byteLength === bytes && Number.isFinite(rest.lifetimeMs) ? { ...rest, body } : null;
  } catch {
    return null;
  }
}
