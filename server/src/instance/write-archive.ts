import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { pack, type Pack } from 'tar-stream';
import type { Connection } from '#server/db/connection.ts';
import type { Disk } from '#server/data-dir.ts';
import { stopWithoutSpace } from '#server/db/copy-space.ts';
import { flushFile, flushFolder } from '#server/db/embedded.ts';
import { packBytes } from '#server/db/tar-folder.ts';
import { readDatabase, type RowSource } from '#server/db/transfer/read-database.ts';
import { RowSum, type Lines, type Total } from '#server/db/transfer/rows.ts';
import { batchesOf } from '#server/lib/batches-of.ts';
import { writeWhole } from '#server/lib/write-whole.ts';
import type { Notes, Storage } from '#server/storage/storage.ts';
import { ENTRIES, FORMAT, type ArchiveContents, type ArchiveHead } from './archive-format.ts';
import { fileLine, listPictures, noPictures, readPictures, type PictureCount } from './pictures.ts';
import { withProgress, type Progress } from './progress.ts';
import { readNotes } from './removal-notes.ts';

const UNFINISHED = /\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.unfinished$/;
/** Of its own: another backup may write to the same path. */
const unfinishedPath = (path: string): string => `${path}.${randomUUID()}.unfinished`;

/** The name that an unfinished archive would have got; null for any other file. */
export const nameWhenFinished = (name: string): string | null =>
  UNFINISHED.test(name) ? name.replace(UNFINISHED, '') : null;

const NOTES_PER_ENTRY = 1_000;

export type Archived = {
  head: ArchiveHead;
  totals: ReadonlyMap<string, Total>;
  pictures: PictureCount;
  leftOut: RowSource['leftOut'];
};

type Contents = {
  version: string;
  createdAt: string;
  on: Connection;
  storage: Storage;
  /** Where the archive is written to, if others need its space; null for a disk of its own. */
  disk: Disk | null;
  /** With the number of listed pictures, before the archive gets its name. @throws Error to leave a former one in its place */
  checkPictures?: ((listed: number, found: PictureCount) => void) | undefined;
  progress?: Progress | undefined;
};

/** Written beside its path, then flushed and renamed. Memory only grows with the names of pictures and notes. */
export async function writeArchive(path: string, contents: Contents): Promise<Archived> {
  const unfinished = unfinishedPath(path);
  await mkdir(dirname(path), { recursive: true });
  const archived = await writeWhole(path, unfinished, async () => {
    const tar = pack();
    const { disk } = contents;
    const parts = disk === null ? tar : stopWithoutSpace(disk, 'the archive')(tar as AsyncIterable<Buffer>);
    const written = pipeline(parts, createWriteStream(unfinished));
    const filled = fill(tar, contents).then(
      (filled) => {
        tar.finalize();
        return filled;
      },
      (error: unknown) => {
        tar.destroy(error as Error);
        throw error;
      },
    );
    const [result] = await Promise.all([filled, written]);
    await flushFile(unfinished);
    return result;
  });
  await flushFolder(dirname(path));
  return archived;
}

async function fill(tar: Pack, contents: Contents): Promise<Archived> {
  const { on, storage, checkPictures, progress } = contents;
  // Its transaction must not last as long as the pictures: it blocks migrations and keeps dead rows.
  const {
    head: first,
    totals,
    leftOut,
    paths,
  } = await readDatabase(on, async (rows) => {
    const packed = await packRows(tar, withProgress(rows, progress), contents);
    return { ...packed, paths: await listPictures(on) };
  });
  const [pictures, sum] = [noPictures(), new RowSum()];
  for await (const picture of readPictures(paths, storage, pictures)) {
    sum.add([fileLine(picture)]);
    await packBytes(tar, `${ENTRIES.files}${picture.key}`, picture.body);
  }
  checkPictures?.(paths.length, pictures);
  const last: ArchiveContents = {
    files: sum.total(),
    missing: pictures.missing,
    notes: await packNotes(tar, storage.notes),
  };
  await packBytes(tar, ENTRIES.end, Buffer.from(JSON.stringify(last)));
  return { head: first, totals, pictures, leftOut };
}

async function packRows(
  tar: Pack,
  source: RowSource,
  { version, createdAt }: Contents,
): Promise<Omit<Archived, 'pictures'>> {
  const first: ArchiveHead = {
    format: FORMAT,
    version,
    created_at: createdAt,
    migrations: [...source.migrations],
    tables: [...source.tables],
  };
  await packBytes(tar, ENTRIES.head, Buffer.from(JSON.stringify(first)));
  let batch = 0;
  for await (const { table, lines: rows } of source.batches()) {
    batch += 1;
    await packLines(tar, `${ENTRIES.rows}${numbered(batch)}-${table}`, rows);
  }
  const totals = await source.totals();
  const sums = { sequences: await source.sequences(), totals: Object.fromEntries(totals) };
  await packBytes(tar, ENTRIES.database, Buffer.from(JSON.stringify(sums)));
  return { head: first, totals, leftOut: source.leftOut };
}

async function packNotes(tar: Pack, notes: Notes): Promise<Total> {
  const sum = new RowSum();
  let batch = 0;
  for await (const found of readNotes(notes)) {
    for (const names of batchesOf(found, NOTES_PER_ENTRY)) {
      batch += 1;
      sum.add(names);
      await packLines(tar, `${ENTRIES.notes}${numbered(batch)}`, names);
    }
  }
  return sum.total();
}

const numbered = (batch: number): string => String(batch).padStart(9, '0');

async function packLines(tar: Pack, name: string, of: Lines): Promise<void> {
  await packBytes(tar, `${name}.json.gz`, await promisify(gzip)(JSON.stringify(of)));
}
