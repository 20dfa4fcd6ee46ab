import { join } from 'node:path';
import type { Clock } from '#server/clock.ts';
import type { Config } from '#server/config.ts';
import type { DatabaseLog } from '#server/db/database.ts';
import type { Connection } from '#server/db/connection.ts';
import { isMoved, setAside } from '#server/db/embedded.ts';
import { fillDatabase, makeSchema, type TableCount } from '#server/db/transfer/fill-database.ts';
import { readDatabase, type RowSource } from '#server/db/transfer/read-database.ts';
import { storageName } from '#server/storage/open.ts';
import type { Storage } from '#server/storage/storage.ts';
import { requireBucket } from './bucket.ts';
import {
  countFiles,
  countMissing,
  deleteFiles,
  findStrayFiles,
  listPictures,
  noPictures,
  readPictures,
  requireFound,
  type PictureCount,
} from './pictures.ts';
import {
  fillEmpty,
  markedAsMoved,
  locationOf,
  readUnserved,
  type Filling,
  type DatabaseLocation,
} from './database-location.ts';
import { openForProgram } from './program-storage.ts';
import { withProgress, type Progress } from './progress.ts';
import { addNotes, listNotes } from './removal-notes.ts';

export type MoveOptions = {
  /** URL of Postgres, or `embedded`. */
  to: string;
  /** Pictures go to the bucket; else they stay, or come back with `embedded`. */
  s3: boolean;
  /** Also a source that was moved before. */
  force: boolean;
};

export type Moved = {
  tables: TableCount[];
  /** Null: they stay where they are. */
  pictures: (PictureCount & { target: number }) | null;
  replaced: string[];
};

type Parts = { clock: Clock; log: DatabaseLog; progress?: Progress };

/** While nothing serves the instance (OPS-02). @throws Error, with the source unchanged, when the target is not empty, anything
 * is served, or a count differs */
export async function moveInstance(config: Config, options: MoveOptions, parts: Parts): Promise<Moved> {
  const [source, target] = locationsOf(config, options);
  const route = pictureRoute(config, options);
  if (route !== null) await requireBucket(config, { isSource: route.from.s3 !== null });
  const replace = target.kind === 'embedded' && isMoved(target.dataDir);
  const replaced: string[] = [];
  const setsAside = route !== null && replace;
  const storage = route && storageName(route.to);
  const check = async ({ hasBegunStorage }: Pick<Filling, 'hasBegunStorage'>) => {
    if (route !== null && !hasBegunStorage && !setsAside) await requireEmpty(route.to, parts);
  };
  const fill = async (on: Connection, filling: Filling, rows: RowSource) => {
    if (route === null && target.kind === 'embedded' && !options.force)
      await requirePictures(on, config, parts);
    const { tables } = await fillDatabase(filling.on, withProgress(rows, parts.progress));
    if (route === null) return { tables, pictures: null };
    if (setsAside && !filling.hasBegunStorage) replaced.push(...(await setPicturesAside(config, parts)));
    return {
      tables,
      pictures: await movePictures(on, filling, { ...route, ...parts, force: options.force }),
    };
  };
  const filled = await markedAsMoved(source, { ...parts, force: options.force }, (mark) =>
    readUnserved(source, (on) =>
      readDatabase(on, (rows) => {
        requireNoneLeftOut(rows);
        const options = {
          ...parts,
          replace,
          storage,
          makeSchema: (to: Connection) => makeSchema(to, rows, parts),
          check,
        };
        return fillEmpty(target, options, async (filling) => {
          const result = await fill(on, filling, rows);
          await mark();
          return result;
        });
      }),
    ),
  );
  if (filled.replaced !== null) replaced.push(filled.replaced);
  return { ...filled.result, replaced };
}

function requireNoneLeftOut({ leftOut }: RowSource): void {
  if (leftOut.length === 0) return;
  throw new Error(`The migrations do not make ${leftOut.join(', ')}: move them away first`);
}

function locationsOf(
  config: Config,
  { to }: MoveOptions,
): readonly [source: DatabaseLocation, target: DatabaseLocation] {
  const embedded: DatabaseLocation = { kind: 'embedded', dataDir: config.dataDir };
  if (to === 'embedded') {
    if (config.database.url === null) throw new Error('DATABASE_URL must name the database to move from');
    return [locationOf(config), embedded];
  }
  if (!['postgres:', 'postgresql:'].includes(URL.parse(to)?.protocol ?? '')) {
    throw new Error('--to takes an address that starts with postgres://, or the word embedded');
  }
  const target: DatabaseLocation = { kind: 'postgres', url: to };
  // `to` may be set already, for the start that follows.
  return [config.database.url === to ? embedded : locationOf(config), target];
}

type StorageConfig = Pick<Config, 'dataDir' | 's3'>;
type Route = { from: StorageConfig; to: StorageConfig };

function pictureRoute({ dataDir, s3: bucket }: Config, { to, s3 }: MoveOptions): Route | null {
  if (s3 && bucket === null) throw new Error('--s3 needs S3_BUCKET and the other S3 settings');
  if (s3 && to === 'embedded') {
    throw new Error('--s3 goes with --to postgres://…; --to embedded brings the pictures back to the disk');
  }
  if (bucket === null || (!s3 && to !== 'embedded')) return null;
  const [disk, remote] = [
    { dataDir, s3: null },
    { dataDir, s3: bucket },
  ];
  return s3 ? { from: disk, to: remote } : { from: remote, to: disk };
}

/** @throws Error when pictures would be lost: their bucket is not named */
async function requirePictures(on: Connection, { dataDir }: Config, parts: Parts): Promise<void> {
  const disk = await openForProgram({ dataDir, s3: null }, parts);
  try {
    const missing = await countMissing(on, disk);
    if (missing === 0) return;
    throw new Error(
      `${missing} pictures are not in ${join(dataDir, 'uploads')}. Set S3_BUCKET and the other S3 settings to bring them ` +
        'back too, or add --force to leave them behind',
    );
  } finally {
    await disk.close();
  }
}

async function setPicturesAside({ dataDir }: Config, { clock }: Parts): Promise<string[]> {
  const aside = await setAside(join(dataDir, 'uploads'), clock);
  return aside === null ? [] : [aside];
}

async function requireEmpty(storage: StorageConfig, parts: Parts): Promise<void> {
  const target = await openForProgram(storage, parts);
  try {
    await requireNoFiles(target);
  } finally {
    await target.close();
  }
}

async function requireNoFiles(target: Storage): Promise<void> {
  if ((await target.list('')).length === 0) return;
  throw new Error('The storage to move to has pictures already: empty it first');
}

async function movePictures(
  on: Connection,
  filling: Filling,
  { from, to, force, ...parts }: Route & Parts & Pick<MoveOptions, 'force'>,
): Promise<PictureCount & { target: number }> {
  const [source, target] = [await openForProgram(from, parts), await openForProgram(to, parts)];
  try {
    if (!filling.hasBegunStorage) {
      // Once more: copying rows takes a while.
      await requireNoFiles(target);
      await filling.beginStorage();
    }
    const count = noPictures();
    const paths = await listPictures(on);
    for await (const { key, body } of readPictures(paths, source, count)) await target.put(key, body);
    if (!force) requireFound(paths.length, count, storageName(from));
    await addNotes(target.notes, await listNotes(source.notes));
    await deleteFiles(target, await findStrayFiles(filling.on, target));
    const found = await countFiles(target);
    if (found !== count.files) throw new Error(`The target has ${found} files instead of ${count.files}`);
    return { ...count, target: found };
  } finally {
    await source.close();
    await target.close();
  }
}
