import type { Clock } from '#server/clock.ts';
import { nowIso } from '#server/clock.ts';
import type { Connection } from '#server/db/connection.ts';
import * as embedded from '#server/db/embedded.ts';
import { lockDataDir } from '#server/db/lock.ts';
import { startPglite } from '#server/db/pglite.ts';
import { deleteAll, isEmpty } from '#server/db/transfer/catalog.ts';
import { markMoved, markUnfinished, noteUnfinished, readMarker, unmark } from '#server/db/transfer/marker.ts';
import { connectForTransfer, requireUnserved } from '#server/db/transfer/open.ts';

export type DatabaseLocation = { kind: 'embedded'; dataDir: string } | { kind: 'postgres'; url: string };

export const locationOf = (config: {
  dataDir: string;
  database: { url: string | null };
}): DatabaseLocation => {
  const { url } = config.database;
  return url === null ? { kind: 'embedded', dataDir: config.dataDir } : { kind: 'postgres', url };
};

/** @throws DataDirInUseError, or Error, if a process serves it */
export async function readUnserved<T>(
  location: DatabaseLocation,
  work: (on: Connection) => Promise<T>,
): Promise<T> {
  if (location.kind === 'postgres') {
    return await onPostgres(location.url, async (on) => {
      await requireUnserved(on);
      return await work(on);
    });
  }
  const lock = lockDataDir(location.dataDir);
  try {
    if (!embedded.hasEmbedded(location.dataDir))
      throw new Error(`There is no database in ${location.dataDir}`);
    return await onFolder(embedded.databaseFolder(location.dataDir), work);
  } finally {
    lock.release();
  }
}

export async function onPostgres<T>(url: string, work: (on: Connection) => Promise<T>): Promise<T> {
  const on = await connectForTransfer(url);
  try {
    return await work(on);
  } finally {
    await on.end();
  }
}

export async function onFolder<T>(folder: string, work: (on: Connection) => Promise<T>): Promise<T> {
  const { connection } = await startPglite({ dataDir: folder });
  try {
    return await work(connection);
  } finally {
    await connection.end();
  }
}

/** `work` calls `mark` while nothing serves source or target: from then on the source starts only with --force, unless `work`
 * fails. */
export async function markedAsMoved<T>(
  location: DatabaseLocation,
  { clock, force }: { clock: Clock; force: boolean },
  work: (mark: () => Promise<void>) => Promise<T>,
): Promise<T> {
  if (location.kind === 'embedded') {
    const { dataDir } = location;
    const wasMoved = embedded.isMoved(dataDir);
    if (wasMoved && !force) throw alreadyMoved();
    try {
      return await work(() => embedded.markMoved(dataDir, nowIso({ clock })));
    } catch (error) {
      if (!wasMoved) await embedded.unmarkMoved(dataDir);
      throw error;
    }
  }
  return await onPostgres(location.url, async (on) => {
    const marker = await readMarker(on);
    if (marker?.kind === 'unfinished')
      throw new Error('The source is the unfinished target of another transfer');
    if (marker !== null && !force) throw alreadyMoved();
    await markMoved(on, nowIso({ clock }));
    try {
      return await work(async () => {});
    } catch (error) {
      if (marker === null) await unmark(on);
      throw error;
    }
  });
}

const alreadyMoved = () => new Error('This database was moved away already. To move it again, add --force');

export type Filling = {
  on: Connection;
  /** An interrupted earlier attempt began to fill this storage, so it may contain files of that attempt. */
  hasBegunStorage: boolean;
  /** Before the first file. */
  beginStorage: () => Promise<void>;
};
export type Filled<T> = { result: T; replaced: string | null };

type FillOptions = {
  clock: Clock;
  replace: boolean;
  /** Name of the one that is filled, which has to be empty before; null without. */
  storage?: string | null;
  /** In the transaction that deletes what was there (Postgres). */
  makeSchema: (on: Connection) => Promise<void>;
  /** Before anything is changed. */
  check?: (filling: Pick<Filling, 'hasBegunStorage'>) => Promise<void>;
};

/** The database cannot be served until `fill` succeeds. @throws Error for one that is not empty; with `replace` it is deleted
 * (Postgres) or set aside (embedded) instead */
export async function fillEmpty<T>(
  location: DatabaseLocation,
  options: FillOptions,
  fill: (filling: Filling) => Promise<T>,
): Promise<Filled<T>> {
  return location.kind === 'postgres'
    ? await fillPostgres(location.url, options, fill)
    : await fillEmbedded(location.dataDir, options, fill);
}

async function fillPostgres<T>(
  url: string,
  { clock, replace, storage = null, makeSchema, check }: FillOptions,
  fill: (filling: Filling) => Promise<T>,
): Promise<Filled<T>> {
  const requireFillable = async (on: Connection): Promise<Pick<Filling, 'hasBegunStorage'>> => {
    await requireUnserved(on);
    const marker = await readMarker(on);
    const isRepeated = marker?.kind === 'unfinished';
    const hasBegunStorage = isRepeated && storage !== null && marker.storage === storage;
    if (isRepeated || replace || (await isEmpty(on))) return { hasBegunStorage };
    throw new Error(
      'The Postgres database is not empty: create a new one for it (npm run restore takes --replace, which deletes what is in it)',
    );
  };
  if (check !== undefined) {
    // At once, and again below: a server may start during a long check.
    await check(await onPostgres(url, requireFillable));
  }
  return await onPostgres(url, async (on) => {
    const { hasBegunStorage } = await requireFillable(on);
    const since = nowIso({ clock });
    // A server that started in between would take it for a new instance.
    await deleteAll(on, async () => {
      await markUnfinished(on, since, hasBegunStorage ? storage : null);
      await makeSchema(on);
    });
    const beginStorage = () => noteUnfinished(on, since, storage);
    const result = await fill({ on, hasBegunStorage, beginStorage });
    await unmark(on);
    return { result, replaced: null };
  });
}

async function fillEmbedded<T>(
  dataDir: string,
  { clock, replace, storage = null, makeSchema, check }: FillOptions,
  fill: (filling: Filling) => Promise<T>,
): Promise<Filled<T>> {
  const lock = lockDataDir(dataDir);
  try {
    if (embedded.hasEmbedded(dataDir) && !replace) {
      throw new Error(`There is a database in ${dataDir} already: choose another DATA_DIR`);
    }
    const hasBegunStorage = storage !== null && (await embedded.readIncomingStorage(dataDir)) === storage;
    await check?.({ hasBegunStorage });
    await embedded.markIncoming(dataDir, hasBegunStorage ? storage : null);
    const beginStorage = () => embedded.markIncoming(dataDir, storage);
    const filled: { result?: T } = {};
    await embedded.buildEmbedded(dataDir, {
      async work(on) {
        await on.script('begin');
        await makeSchema(on);
        await on.script('commit');
        filled.result = await fill({ on, hasBegunStorage, beginStorage });
      },
    });
    const replaced = await embedded.adoptBuilt(dataDir, clock);
    await embedded.unmarkIncoming(dataDir);
    return { result: filled.result as T, replaced };
  } finally {
    lock.release();
  }
}
