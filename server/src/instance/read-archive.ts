import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { isDeepStrictEqual, promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { extract, type Header } from 'tar-stream';
import { MIGRATIONS_FOLDER, migrationsOf, readMigrations } from '#server/db/migrate.ts';
import type { RowSource } from '#server/db/transfer/read-database.ts';
import { RowSum, type Lines, type Total } from '#server/db/transfer/rows.ts';
import {
  databaseSchema,
  endSchema,
  ENTRIES,
  headSchema,
  linesSchema,
  type ArchiveContents,
  type ArchiveDatabase,
  type ArchiveHead,
} from './archive-format.ts';
import { fileLine } from './pictures.ts';
import { withProgress, type Progress } from './progress.ts';

export type ArchiveEnd = { missing: number; notes: readonly string[] };

const unpackLines = async (bytes: Buffer): Promise<Lines> =>
  linesSchema.parse(parse(await promisify(gunzip)(bytes)));

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
  const first = await next().catch((error: NodeJS.ErrnoException) => {
    if (error.syscall !== undefined)
      throw new Error(`${path} cannot be read: ${error.message}`, { cause: error });
    return null;
  });
  const known = first?.name === ENTRIES.head ? headSchema.safeParse(parse(first.body)).data : undefined;
  if (known === undefined) {
    archive.destroy();
    throw new Error(`${path} is not a backup that this version can read`);
  }
  let sums: ArchiveDatabase | undefined;
  let last: ArchiveContents | undefined;
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
      leftOut: [],
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
        if (entry?.name !== ENTRIES.database) throw cutOff();
        sums = databaseSchema.parse(parse(entry.body));
        for (const [name, sum] of found) requireTotal(`rows of ${name}`, sum.total(), sums.totals[name]);
      },
      sequences: async () => sums?.sequences ?? [],
      totals: async () => new Map(Object.entries(sums?.totals ?? {})),
    },
    async *files() {
      const [found, noted] = [new RowSum(), new RowSum()];
      for (let entry = await next(); entry !== null; entry = await next()) {
        if (entry.name === ENTRIES.end) last = endSchema.parse(parse(entry.body));
        if (entry.name.startsWith(ENTRIES.notes)) {
          const names = await unpackLines(entry.body);
          noted.add(names);
          for (const name of names) notes.push(name);
        }
        if (!entry.name.startsWith(ENTRIES.files)) continue;
        const file = { key: entry.name.slice(ENTRIES.files.length), body: entry.body };
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

const isRows = ({ name }: { name: string }): boolean => name.startsWith(ENTRIES.rows);

function parse(bytes: Buffer): unknown {
  return JSON.parse(bytes.toString());
}
