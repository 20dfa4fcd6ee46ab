import type { Connection } from '#server/db/connection.ts';
import { NotServableError } from '#server/db/errors.ts';

/** A comment on this table, so that a copy of the database has it too. */
const TABLE = 'public.schema_migrations';
const READ_SQL = `select obj_description(to_regclass('${TABLE}'), 'pg_class') as note`;
const UNFINISHED = 'hereabouts: unfinished';
const MOVED = 'hereabouts: moved';

export type Marker = { kind: 'unfinished' | 'moved'; note: string };

export async function readMarker(on: Connection): Promise<Marker | null> {
  const { rows } = await on.queryUnprepared(READ_SQL, []);
  const note = (rows[0] as { note: string | null } | undefined)?.note ?? '';
  if (note.startsWith(UNFINISHED)) return { kind: 'unfinished', note };
  return note.startsWith(MOVED) ? { kind: 'moved', note } : null;
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
export const markUnfinished = (on: Connection, since: string): Promise<unknown> =>
  on.script(`create table ${TABLE} (name text primary key, checksum text not null, applied_at timestamptz not null);
    comment on table ${TABLE} is '${UNFINISHED} since ${since}'`);

export const markMoved = (on: Connection, at: string): Promise<unknown> =>
  on.script(`comment on table ${TABLE} is '${MOVED} at ${at}'`);

export const unmark = (on: Connection): Promise<unknown> => on.script(`comment on table ${TABLE} is null`);
