import type { Clock } from '#server/clock.ts';
import type { Config } from '#server/config.ts';
import type { Connection } from '#server/db/connection.ts';
import type { DatabaseLog } from '#server/db/database.ts';
import { restoreSnapshot } from '#server/db/restore.ts';
import { fillDatabase, makeSchema } from '#server/db/transfer/fill-database.ts';
import type { RowSource } from '#server/db/transfer/read-database.ts';
import type { Storage } from '#server/storage/storage.ts';
import { applyAfterRestore, type AfterRestore } from './after-restore.ts';
import { checkArchive, openArchive, type OpenArchive } from './read-archive.ts';
import { requireBucket } from './bucket.ts';
import { deleteFiles, findStrayFiles, hasRow } from './pictures.ts';
import { fillEmpty, locationOf } from './database-location.ts';
import { forgetRestored, noteRestored } from './interrupted.ts';
import { openForProgram } from './program-storage.ts';
import { withProgress, type Progress } from './progress.ts';
import { addNotes, listNotes } from './removal-notes.ts';

type Parts = { clock: Clock; log: DatabaseLog; progress?: Progress };

export type Restored = AfterRestore & {
  rows: { name: string; rows: number }[];
  /** Null after a snapshot, which has no files. */
  files: { restored: number; missing: number } | null;
  stray: number;
  leftOut: RowSource['leftOut'];
  replaced: string | null;
};

/** Restores into the database and storage of the settings, which nothing may serve (OPS-03). Once the whole archive has been
 * read, the previous database is set aside (embedded) or, with `replace`, deleted (Postgres). @throws Error for an archive that
 * is damaged or not complete, or a database in use or not empty; what was served before is then still there */
export async function restoreArchive(
  config: Config,
  path: string,
  { replace }: { replace: boolean },
  parts: Parts,
): Promise<Restored> {
  await requireBucket(config, { isSource: false });
  const archive = await openArchive(path);
  const storage = await openForProgram(config, parts);
  try {
    const location = locationOf(config);
    let notes: readonly string[] = [];
    const check = async () => void ({ notes } = await checkArchive(path, parts.progress));
    // Until it is complete, Postgres is not served.
    const note =
      location.kind === 'embedded' ? (key: string) => noteRestored(config.dataDir, key) : async () => {};
    const options = {
      ...parts,
      replace: replace || location.kind === 'embedded',
      makeSchema: (on: Connection) => makeSchema(on, archive.rows, parts),
      check,
    };
    const { result, replaced } = await fillEmpty(location, options, async ({ on }) => {
      const { tables, leftOut } = await fillDatabase(on, withProgress(archive.rows, parts.progress));
      const applied = await applyRemovals(on, storage, notes, parts);
      // What was removed since must not come back, even if this ends early.
      const files = await restoreFiles(on, archive, storage, note);
      const rows = tables.map(({ name, target }) => ({ name, rows: target }));
      return { rows, files, ...applied, leftOut, stray: await findStrayFiles(on, storage) };
    });
    await forgetRestored(config.dataDir);
    return { ...result, replaced, stray: await deleteFiles(storage, result.stray) };
  } finally {
    archive.close();
    await storage.close();
  }
}

/** Of the embedded database; pictures are in the storage of the settings. */
export async function restoreFromSnapshot(config: Config, snapshot: string, parts: Parts): Promise<Restored> {
  if (config.database.url !== null) {
    throw new Error('A snapshot is restored into the embedded database, and DATABASE_URL is set');
  }
  await requireBucket(config, { isSource: false });
  const storage = await openForProgram(config, parts);
  try {
    const found: { applied?: AfterRestore; stray: string[] } = { stray: [] };
    const restored = await restoreSnapshot(config.dataDir, snapshot, parts.clock, async (on) => {
      found.applied = await applyRemovals(on, storage, [], parts);
      found.stray = await findStrayFiles(on, storage);
    });
    const applied = found.applied as AfterRestore;
    const rows = Object.entries(restored.rows).map(([name, count]) => ({ name, rows: count }));
    const { replaced } = restored;
    const stray = await deleteFiles(storage, found.stray);
    return { ...applied, rows, files: null, leftOut: [], replaced, stray };
  } finally {
    await storage.close();
  }
}

async function restoreFiles(
  on: Connection,
  archive: OpenArchive,
  storage: Storage,
  note: (newKey: string) => Promise<void>,
): Promise<Restored['files']> {
  let restored = 0;
  for await (const { key, body } of archive.files()) {
    if (!(await hasRow(on, key))) continue;
    if ((await storage.stat(key)) === null) await note(key);
    await storage.put(key, body);
    restored += 1;
  }
  return { restored, missing: archive.end().missing };
}

/** Deletes no files: the caller deletes the stray ones once the database is in its place. */
async function applyRemovals(
  on: Connection,
  storage: Storage,
  archived: readonly string[],
  parts: Parts,
): Promise<AfterRestore> {
  const kept = await listNotes(storage.notes);
  const applied = await applyAfterRestore(on, [...kept, ...archived], parts);
  const known = new Set(kept);
  await addNotes(
    storage.notes,
    archived.filter((note) => !known.has(note)),
  );
  return applied;
}
