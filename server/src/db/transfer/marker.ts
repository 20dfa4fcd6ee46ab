import type { Connection } from '#server/db/connection.ts';

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

/** The first thing in an empty database. Within a transaction. */
export const markUnfinished = (on: Connection, since: string): Promise<unknown> =>
  on.script(`create table ${TABLE} (name text primary key, checksum text not null, applied_at timestamptz not null);
    comment on table ${TABLE} is '${UNFINISHED} since ${since}'`);

export const markMoved = (on: Connection, at: string): Promise<unknown> =>
  on.script(`comment on table ${TABLE} is '${MOVED} at ${at}'`);

export const unmark = (on: Connection): Promise<unknown> => on.script(`comment on table ${TABLE} is null`);
