import type { Connection } from '#server/db/connection.ts';
import { NotServableError } from '#server/db/errors.ts';

/** A comment on this table, so that a copy of the database has it too. */
const TABLE = 'public.schema_migrations';
const READ_SQL = `select obj_description(to_regclass('${TABLE}'), 'pg_class') as note`;
const UNFINISHED = 'hereabouts: unfinished';
const MOVED = 'hereabouts: moved';

const STORAGE = '; pictures go to ';

export type Marker = {
  kind: 'unfinished' | 'moved';
  /** Which one the transfer began to fill. */
  storage: string | null;
};

export async function readMarker(on: Connection): Promise<Marker | null> {
  const { rows } = await on.queryUnprepared(READ_SQL, []);
  const note = (rows[0] as { note: string | null } | undefined)?.note ?? '';
  if (note.startsWith(UNFINISHED)) {
    const at = note.indexOf(STORAGE);
    return { kind: 'unfinished', storage: at < 0 ? null : note.slice(at + STORAGE.length) };
  }
  return note.startsWith(MOVED) ? { kind: 'moved', storage: null } : null;
}

/** @throws NotServableError for the target of a transfer that was not completed, and unless `isForced` for one moved away */
export async function requireServable(on: Connection, { isForced = false } = {}): Promise<Marker | null> {
  const marker = await readMarker(on);
  if (marker?.kind === 'unfinished') {
    throw new NotServableError(
      'A move or restore into this Postgres database was not completed: repeat it, or use another database',
    );
  }
  if (marker !== null && !isForced) {
    throw new NotServableError(
      'This Postgres database was moved away by npm run move. To use it again nevertheless, start with --force',
    );
  }
  return marker;
}

/** The first thing in an empty database. Within a transaction. */
export async function markUnfinished(on: Connection, since: string, storage: string | null): Promise<void> {
  await on.script(
    `create table ${TABLE} (name text primary key, checksum text not null, applied_at timestamptz not null)`,
  );
  await noteUnfinished(on, since, storage);
}

export async function noteUnfinished(on: Connection, since: string, storage: string | null): Promise<void> {
  const note = `${UNFINISHED} since ${since}${storage === null ? '' : `${STORAGE}${storage}`}`;
  await on.script(`comment on table ${TABLE} is '${note.replaceAll("'", "''")}'`);
}

export const markMoved = (on: Connection, at: string): Promise<unknown> =>
  on.script(`comment on table ${TABLE} is '${MOVED} at ${at}'`);

export const unmark = (on: Connection): Promise<unknown> => on.script(`comment on table ${TABLE} is null`);
