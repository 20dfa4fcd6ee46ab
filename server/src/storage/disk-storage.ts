import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { access, mkdir, open, readdir, rm, stat, unlink } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { HOUR_MS } from '@hereabouts/contract/durations';
import type { Clock } from '#server/clock.ts';
import { writeWhole } from '#server/lib/write-whole.ts';
import type { Notes, Storage, StoredFileInfo } from './storage.ts';
import { contentTypeOfKey, InvalidKeyError, NOTES_FOLDER, requireNoteName } from './storage-key.ts';

/** In the same file system as the shards, for the rename. */
const INCOMING = '.incoming';
/** Older files were left by a crash: no upload takes so long. */
const INCOMING_MAX_AGE_MS = HOUR_MS;

export async function openDiskStorage(folder: string, clock: Clock): Promise<Storage> {
  const incoming = join(folder, INCOMING);
  await mkdir(incoming, { recursive: true });
  await removeAbandoned(incoming, clock);

  const pathOf = (key: string) => join(folder, key.slice(0, 2), key);

  return {
    async put(key, body) {
      if (contentTypeOfKey(key) === null) throw new InvalidKeyError(`Nothing is stored as "${key}"`);
      const shard = join(folder, key.slice(0, 2));
      if ((await mkdir(shard, { recursive: true })) !== undefined) await flushFolder(folder);
      const temporary = join(incoming, randomUUID());
      await writeWhole(pathOf(key), temporary, () => writeFlushed(temporary, body));
      await flushFolder(shard);
    },

    async get(key) {
      const contentType = contentTypeOfKey(key);
      const file = contentType === null ? null : await unlessMissing(open(pathOf(key), 'r'));
      if (contentType === null || file === null) return null;
      try {
        return { ...describe(contentType, await file.stat()), body: readAll(file) };
      } catch (error) {
        await file.close();
        throw error;
      }
    },

    async stat(key) {
      const contentType = contentTypeOfKey(key);
      const found = contentType === null ? null : await unlessMissing(stat(pathOf(key)));
      return contentType === null || found === null ? null : describe(contentType, found);
    },

    async delete(keys) {
      for (const key of keys) {
        if (contentTypeOfKey(key) !== null) await unlessMissing(unlink(pathOf(key)));
      }
    },

    async list(after) {
      const entries = await readdir(folder, { withFileTypes: true });
      const shards = entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'));
      for (const shard of shards.map(({ name }) => name).toSorted()) {
        if (shard < after.slice(0, 2)) continue;
        const names = await readdir(join(folder, shard));
        const keys = names.filter((name) => name > after && contentTypeOfKey(name) !== null);
        if (keys.length > 0) return keys.toSorted();
      }
      return [];
    },

    notes: openNotes(join(folder, NOTES_FOLDER)),
    ready: () => access(folder, constants.W_OK),
    close: async () => {},
  };
}

function openNotes(folder: string): Notes {
  return {
    async add(name) {
      const path = join(folder, requireNoteName(name));
      await mkdir(folder, { recursive: true });
      await writeFlushed(path, new Uint8Array(), 'w');
      await flushFolder(folder);
    },
    async list(after) {
      const names = (await unlessMissing(readdir(folder))) ?? [];
      return names.filter((name) => name > after).toSorted();
    },
    async delete(names) {
      for (const name of names) await unlessMissing(unlink(join(folder, requireNoteName(name))));
    },
  };
}

const readAll = (file: FileHandle) => file.createReadStream({ start: 0 });

function describe(contentType: string, { size, mtimeMs }: { size: number; mtimeMs: number }): StoredFileInfo {
  return {
    contentType,
    bytes: size,
    etag: `"${size.toString(36)}-${Math.round(mtimeMs).toString(36)}"`,
  };
}

async function writeFlushed(path: string, body: Uint8Array, flags: 'wx' | 'w' = 'wx'): Promise<void> {
  const file = await open(path, flags, 0o640);
  try {
    await file.writeFile(body);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** A name is durable once its folder is flushed. */
async function flushFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

async function unlessMissing<T>(attempt: Promise<T>): Promise<T | null> {
  try {
    return await attempt;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

async function removeAbandoned(incoming: string, clock: Clock): Promise<void> {
  for (const name of await readdir(incoming)) {
    const path = join(incoming, name);
    const found = await unlessMissing(stat(path));
    if (found && clock.now() - found.mtimeMs > INCOMING_MAX_AGE_MS) await rm(path, { force: true });
  }
}
