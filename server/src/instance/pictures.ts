import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { Connection } from '#server/db/connection.ts';
import { allKeysOf } from '#server/features/uploads/service.ts';
import type { Storage } from '#server/storage/storage.ts';
import { batchesOf } from '#server/lib/batches-of.ts';

const LISTED_PER_BATCH = 5_000;
const READ_AT_ONCE = 8;
const DELETED_PER_BATCH = 100;

export type PictureCount = {
  files: number;
  bytes: number;
  missing: number;
  /** Of `missing`, those that are no variants. */
  missingOriginals: number;
};

export const noPictures = (): PictureCount => ({ files: 0, bytes: 0, missing: 0, missingOriginals: 0 });

/** If more than both are missing, the storage is the wrong one or has lost data; fewer can be pictures deleted meanwhile. */
const MISSING_SHARE_MAX = 0.05;
const MISSING_MAX = 2;

/** @param from name of the storage, for the error @throws Error when none of the listed pictures was found, or too few */
export function requireFound(
  listed: number,
  { missingOriginals: missing }: Pick<PictureCount, 'missingOriginals'>,
  from: string,
): void {
  const isFew = missing <= MISSING_MAX || missing <= listed * MISSING_SHARE_MAX;
  if (missing === 0 || (isFew && missing < listed)) return;
  throw new Error(
    `${missing} of ${listed} pictures are not in ${from}: are its settings right? Add --force to go on without them`,
  );
}

type Picture = { key: string; body: Buffer };

export const fileLine = ({ key, body }: Picture): string =>
  `${key} ${createHash('sha256').update(body).digest('hex')}`;

/** Uploads that wait for the sweep may have no file. */
const LIST_SQL = `
  select path from uploads where path > $1 and (owner_id is not null
    or exists (select from users where image = uploads.path) or exists (select from events where image = uploads.path)
    or exists (select from reports where picture = uploads.path))
  order by path limit $2`;

/** A million paths take some 100 MB. */
export async function listPictures(on: Connection): Promise<string[]> {
  for (const paths: string[] = []; ;) {
    const { rows } = await on.queryUnprepared(LIST_SQL, [paths.at(-1) ?? '', LISTED_PER_BATCH]);
    for (const { path } of rows) paths.push(String(path));
    if (rows.length < LISTED_PER_BATCH) return paths;
  }
}

export async function* readPictures(
  paths: readonly string[],
  storage: Storage,
  count: PictureCount,
): AsyncGenerator<Picture> {
  for (let at = 0; at < paths.length; at += READ_AT_ONCE) {
    const originals = paths.slice(at, at + READ_AT_ONCE);
    const keys = originals.flatMap(allKeysOf);
    const files = await Promise.all(keys.map((key) => readFile(storage, key)));
    for (const [nth, file] of files.entries()) {
      if (file === null) {
        count.missing += 1;
        if (originals.includes(keys[nth] ?? '')) count.missingOriginals += 1;
      } else {
        count.files += 1;
        count.bytes += file.body.length;
        yield file;
      }
    }
  }
}

export async function countMissing(on: Connection, storage: Storage): Promise<number> {
  let missing = 0;
  for (const path of await listPictures(on)) if ((await storage.stat(path)) === null) missing += 1;
  return missing;
}

async function readFile(storage: Storage, key: string): Promise<Picture | null> {
  const found = await storage.get(key);
  return found && { key, body: await buffer(found.body) };
}

/** No process may be storing pictures meanwhile. */
export async function findStrayFiles(on: Connection, storage: Storage): Promise<string[]> {
  const stray: string[] = [];
  for (let keys = await storage.list(''); keys.length > 0; keys = await storage.list(keys.at(-1) ?? '')) {
    for (const key of await withoutRow(on, keys)) stray.push(key);
  }
  return stray;
}

type Reader = Pick<Connection, 'queryUnprepared'>;

export async function withoutRow(on: Reader, keys: readonly string[]): Promise<string[]> {
  const withRow = await idsWithRow(on, keys);
  return keys.filter((key) => !withRow.has(idOf(key)));
}

export const hasRow = async (on: Connection, key: string): Promise<boolean> =>
  (await idsWithRow(on, [key])).size > 0;

const IDS_SQL = `select split_part(path, '.', 1) as id from uploads where split_part(path, '.', 1) = any($1)`;

async function idsWithRow(on: Reader, keys: readonly string[]): Promise<Set<string>> {
  const { rows } = await on.queryUnprepared(IDS_SQL, [[...new Set(keys.map(idOf))]]);
  return new Set(rows.map((row) => String(row['id'])));
}

const idOf = (key: string): string => key.slice(0, key.indexOf('.'));

export async function countFiles(storage: Storage): Promise<number> {
  let files = 0;
  for (let keys = await storage.list(''); keys.length > 0; keys = await storage.list(keys.at(-1) ?? '')) {
    files += keys.length;
  }
  return files;
}

export async function deleteFiles(storage: Storage, keys: readonly string[]): Promise<number> {
  for (const batch of batchesOf(keys, DELETED_PER_BATCH)) await storage.delete(batch);
  return keys.length;
}
