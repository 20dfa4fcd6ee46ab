import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { isDeepStrictEqual, promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { extract, pack, type Header, type Pack } from 'tar-stream';
import * as z from 'zod/mini';
import type { Connection } from '#server/db/connection.ts';
import type { Disk } from '#server/data-dir.ts';
import { whileRoom } from '#server/db/copy-room.ts';
import { flushFile, flushFolder } from '#server/db/embedded.ts';
import { MIGRATIONS_FOLDER, migrationsOf, readMigrations } from '#server/db/migrate.ts';
import { packBytes } from '#server/db/tar-folder.ts';
import { readDatabase, type RowSource } from '#server/db/transfer/read-database.ts';
import { RowSum, type Lines, type Total } from '#server/db/transfer/rows.ts';
import { batchesOf } from '#server/lib/batches-of.ts';
import { writeWhole } from '#server/lib/write-whole.ts';
import type { Notes, Storage } from '#server/storage/storage.ts';
import { fileLine, listPictures, noPictures, readPictures, type PictureCount } from './pictures.ts';
import { withProgress, type Progress } from './progress.ts';
import { readNotes } from './removal-notes.ts';

/** A tar of schema, rows, sequences and sums, files, notes, and what it should hold: without the last it was cut off. */
const FORMAT = 2;
/** Has its notes in the end. */
const FIRST_FORMAT = 1;
const HEAD = 'hereabouts.json';
const ROWS = 'rows/';
const DATABASE = 'database.json';
const FILES = 'files/';
const NOTES = 'notes/';
const END = 'contents.json';

export const UNFINISHED = '.unfinished';

const NOTES_PER_ENTRY = 1_000;

const head = z.object({
  format: z.literal([FIRST_FORMAT, FORMAT]),
  version: z.string(),
  created_at: z.string(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
});
const total = z.object({ rows: z.number(), checksum: z.string() });
const database = z.object({
  sequences: z.array(z.object({ name: z.string(), value: z.string(), isCalled: z.boolean() })),
  totals: z.record(z.string(), total),
});
const lines = z.array(z.string());
const end = z.object({ files: total, missing: z.number(), notes: z.union([lines, total]) });

export type ArchiveHead = z.infer<typeof head>;
export type ArchiveEnd = { missing: number; notes: readonly string[] };
export type Archived = { head: ArchiveHead; totals: ReadonlyMap<string, Total>; pictures: PictureCount };

type Contents = {
  version: string;
  createdAt: string;
  on: Connection;
  storage: Storage;
  /** Where the archive is written to, if others need its room; null for a disk of its own. */
  disk: Disk | null;
  /** With the number of listed pictures, before the archive gets its name. @throws Error to leave a former one in its place */
  checkPictures?: ((listed: number, found: PictureCount) => void) | undefined;
  progress?: Progress | undefined;
};

/** Written beside its path, then flushed and renamed. Memory only grows with the names of pictures and notes. */
export async function writeArchive(path: string, contents: Contents): Promise<Archived> {
  // Of its own: another backup may write to the same path.
  const unfinished = `${path}.${randomUUID()}${UNFINISHED}`;
  await mkdir(dirname(path), { recursive: true });
  const archived = await writeWhole(path, unfinished, async () => {
    const tar = pack();
    const { disk } = contents;
    const parts = disk === null ? tar : whileRoom(disk, 'the archive')(tar as AsyncIterable<Buffer>);
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
    paths,
  } = await readDatabase(on, async (rows) => {
    const packed = await packRows(tar, withProgress(rows, progress), contents);
    return { ...packed, paths: await listPictures(on) };
  });
  const [pictures, sum] = [noPictures(), new RowSum()];
  for await (const picture of readPictures(paths, storage, pictures)) {
    sum.add([fileLine(picture)]);
    await packBytes(tar, `${FILES}${picture.key}`, picture.body);
  }
  checkPictures?.(paths.length, pictures);
  const last: z.infer<typeof end> = {
    files: sum.total(),
    missing: pictures.missing,
    notes: await packNotes(tar, storage.notes),
  };
  await packBytes(tar, END, Buffer.from(JSON.stringify(last)));
  return { head: first, totals, pictures };
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
  await packBytes(tar, HEAD, Buffer.from(JSON.stringify(first)));
  let batch = 0;
  for await (const { table, lines: rows } of source.batches()) {
    batch += 1;
    await packLines(tar, `${ROWS}${numbered(batch)}-${table}`, rows);
  }
  const totals = await source.totals();
  const sums = { sequences: await source.sequences(), totals: Object.fromEntries(totals) };
  await packBytes(tar, DATABASE, Buffer.from(JSON.stringify(sums)));
  return { head: first, totals };
}

async function packNotes(tar: Pack, notes: Notes): Promise<Total> {
  const sum = new RowSum();
  let batch = 0;
  for await (const found of readNotes(notes)) {
    for (const names of batchesOf(found, NOTES_PER_ENTRY)) {
      batch += 1;
      sum.add(names);
      await packLines(tar, `${NOTES}${numbered(batch)}`, names);
    }
  }
  return sum.total();
}

const numbered = (batch: number): string => String(batch).padStart(9, '0');

async function packLines(tar: Pack, name: string, of: Lines): Promise<void> {
  await packBytes(tar, `${name}.json.gz`, await promisify(gzip)(JSON.stringify(of)));
}

const unpackLines = async (bytes: Buffer): Promise<Lines> =>
  lines.parse(parse(await promisify(gunzip)(bytes)));

export type OpenArchive = {
  head: ArchiveHead;
  /** Read them before the files. */
  rows: RowSource;
  files(): AsyncGenerator<{ key: string; body: Buffer }>;
  /** After the files. */
  end(): ArchiveEnd;
  close(): void;
};

/** @throws Error for another file */
export async function openArchive(path: string): Promise<OpenArchive> {
  const archive = extract();
  const reading = pipeline(createReadStream(path), archive);
  // The entries report the same error.
  reading.catch(() => {});
  const entries = archive[Symbol.asyncIterator]();
  const next = async (): Promise<{ name: string; body: Buffer } | null> => {
    const { value, done } = (await entries.next()) as IteratorResult<Readable & { header: Header }>;
    return done ? null : { name: value.header.name, body: await buffer(value) };
  };
  const first = await next().catch(() => null);
  const known = first?.name === HEAD ? head.safeParse(parse(first.body)).data : undefined;
  if (known === undefined) {
    archive.destroy();
    throw new Error(`${path} is not a backup that this version can read`);
  }
  let sums: z.infer<typeof database> | undefined;
  let last: z.infer<typeof end> | undefined;
  let notes: string[] = [];
  const cutOff = () => new Error(`${path} is not complete`);
  const damaged = (what: string) => new Error(`${path} is damaged: it has ${what}`);
  const requireTotal = (what: string, has: Total, wants: Total | undefined) => {
    if (!isDeepStrictEqual(has, wants))
      throw damaged(`${has.rows} ${what} instead of ${wants?.rows ?? 0}, or others`);
  };
  return {
    head: known,
    rows: {
      migrations: known.migrations,
      tables: known.tables,
      async *batches() {
        const found = new Map(known.tables.map(({ name }) => [name, new RowSum()]));
        let entry = await next();
        while (entry !== null && isRows(entry)) {
          const table = /^rows\/\d+-(.*)\.json\.gz$/.exec(entry.name)?.[1] ?? '';
          const rows = await unpackLines(entry.body);
          const sum = found.get(table);
          if (sum === undefined) throw damaged('rows of a table that it does not name');
          sum.add(rows);
          yield { table, lines: rows };
          entry = await next();
        }
        if (entry?.name !== DATABASE) throw cutOff();
        sums = database.parse(parse(entry.body));
        for (const [name, sum] of found) requireTotal(`rows of ${name}`, sum.total(), sums.totals[name]);
      },
      sequences: async () => sums?.sequences ?? [],
      totals: async () => new Map(Object.entries(sums?.totals ?? {})),
    },
    async *files() {
      const [found, noted] = [new RowSum(), new RowSum()];
      for (let entry = await next(); entry !== null; entry = await next()) {
        if (entry.name === END) last = end.parse(parse(entry.body));
        if (entry.name.startsWith(NOTES)) {
          const names = await unpackLines(entry.body);
          noted.add(names);
          for (const name of names) notes.push(name);
        }
        if (!entry.name.startsWith(FILES)) continue;
        const file = { key: entry.name.slice(FILES.length), body: entry.body };
        found.add([fileLine(file)]);
        yield file;
      }
      if (last === undefined) throw cutOff();
      requireTotal('files', found.total(), last.files);
      if (Array.isArray(last.notes)) notes = last.notes;
      else requireTotal('notes', noted.total(), last.notes);
    },
    end() {
      if (last === undefined) throw cutOff();
      return { missing: last.missing, notes };
    },
    close: () => archive.destroy(),
  };
}

/** Before anything makes room for it; returns its end. @throws Error for one that is damaged, cut off or of a newer version */
export async function checkArchive(path: string, progress: Progress = () => {}): Promise<ArchiveEnd> {
  const archive = await openArchive(path);
  try {
    migrationsOf(archive.head.migrations, await readMigrations(MIGRATIONS_FOLDER));
    const tell: Progress = (table, rows) => progress(`checking ${table}`, rows);
    await readAll(withProgress(archive.rows, tell).batches());
    await readAll(archive.files());
    return archive.end();
  } catch (error) {
    const { message } = error as Error;
    throw new Error(`${path} cannot be restored, and nothing was changed: ${message}`, { cause: error });
  } finally {
    archive.close();
  }
}

async function readAll(parts: AsyncIterable<unknown>): Promise<void> {
  const reading = parts[Symbol.asyncIterator]();
  while (!(await reading.next()).done);
}

const isRows = ({ name }: { name: string }): boolean => name.startsWith(ROWS);

function parse(bytes: Buffer): unknown {
  return JSON.parse(bytes.toString());
}
