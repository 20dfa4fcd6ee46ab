import { open, readdir, stat } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Pack } from 'tar-stream';
import { packBytes } from './tar-folder.ts';

type Row = Record<string, unknown>;
type Query = (text: string) => Promise<Row[]>;

const CHUNK_BYTES = 1 << 18;
const WAL_FOLDER = 'pg_wal';
const WAL_SEGMENT = /^[0-9A-F]{24}$/;
const LEFT_OUT = new Set(['postmaster.pid', 'hereabouts-moved']);

/** A base backup of Postgres: files change while they are read, and the log of that time makes the copy consistent. */
export async function packRunningFolder(folder: string, query: Query, pack: Pack): Promise<void> {
  await begin(query);
  let label: { lsn: string; labelfile: string; spcmapfile: string } | undefined;
  try {
    await packFolder(folder, '', pack);
  } finally {
    [label] = (await query(
      'select pg_walfile_name(lsn) as lsn, labelfile, spcmapfile from pg_backup_stop(false)',
    )) as [typeof label];
  }
  if (label === undefined) throw new Error('The copy of the database has no label');
  await packBytes(pack, 'backup_label', Buffer.from(label.labelfile));
  const first = /\(file ([0-9A-F]{24})\)/.exec(label.labelfile)?.[1] ?? '';
  await packLog(folder, { first, last: label.lsn }, pack);
}

/** Postgres refuses to start a second backup: one left open, whose `pg_backup_stop` got no connection, is stopped first. */
async function begin(query: Query): Promise<void> {
  const start = `select pg_backup_start('snapshot', true)`;
  try {
    await query(start);
  } catch {
    await query('select pg_backup_stop(false)').catch(() => {});
    await query(start);
  }
}

async function packFolder(root: string, below: string, pack: Pack): Promise<void> {
  for (const entry of await readdir(join(root, below), { withFileTypes: true })) {
    const name = join(below, entry.name);
    if (LEFT_OUT.has(name)) continue;
    if (entry.isDirectory()) {
      pack.entry({ name, type: 'directory', mode: 0o700 });
      await packFolder(root, name, pack);
    } else if (entry.isFile() && !name.startsWith(WAL_FOLDER)) await packFile(root, name, pack);
  }
}

/** @throws Error when a segment is gone already */
async function packLog(
  root: string,
  { first, last }: { first: string; last: string },
  pack: Pack,
): Promise<void> {
  const names = (await readdir(join(root, WAL_FOLDER))).filter(
    (name) => WAL_SEGMENT.test(name) && name >= first && name <= last,
  );
  if (!names.includes(first) || !names.includes(last)) {
    throw new Error('The database wrote so much that the log of the copy is gone');
  }
  for (const name of names.toSorted()) await packFile(root, join(WAL_FOLDER, name), pack);
}

/** In its present length; one that has gone is left out. */
async function packFile(root: string, name: string, pack: Pack): Promise<void> {
  const path = join(root, name);
  const size = (await stat(path).catch(() => null))?.size;
  const file = size === undefined ? null : await open(path, 'r').catch(() => null);
  if (file === null || size === undefined) return;
  await pipeline(
    size === 0 ? Readable.from([]) : withZeros(file, size),
    pack.entry({ name, size, mode: 0o600 }),
  );
  await file.close().catch(() => {});
}

async function* withZeros(file: FileHandle, size: number): AsyncGenerator<Buffer> {
  let left = size;
  const chunks = file.createReadStream({
    start: 0,
    end: size - 1,
    highWaterMark: CHUNK_BYTES,
    autoClose: false,
  });
  for await (const chunk of chunks as AsyncIterable<Buffer>) {
    left -= chunk.length;
    yield chunk;
  }
  for (; left > 0; left -= CHUNK_BYTES) yield Buffer.alloc(Math.min(left, CHUNK_BYTES));
}
