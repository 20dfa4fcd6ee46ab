import type { ImageType } from '@hereabouts/contract/uploads';
import { isHostSql } from '#server/access/event-roles.ts';
import type { Queryable } from '#server/db/database.ts';
import type { OwnedRows } from '#server/rate-limits/stored-rows.ts';

export type UploadRow = {
  path: string;
  content_type: ImageType;
  width: number;
  height: number;
  created_at: string;
};

type StoredUpload = Omit<UploadRow, 'path' | 'created_at'> & { bytes: number; tint: string | null };
export type NewUpload = UploadRow & StoredUpload & { owner_id: string | null };

const INSERT_SQL = `insert into uploads (path, owner_id, content_type, width, height, bytes, tint, created_at)
values ($1, $2, $3, $4, $5, $6, $7, $8)`;

export async function insertUpload(db: Queryable, upload: NewUpload): Promise<void> {
  const { path, owner_id, content_type, width, height, bytes, tint, created_at } = upload;
  await db.query(INSERT_SQL, [path, owner_id, content_type, width, height, bytes, tint, created_at]);
}

export const UPLOADED_BY: OwnedRows = { table: 'uploads', owner: 'owner_id', at: 'created_at' };

const COUNT_SQL = `select count(*)::int as pictures, coalesce(sum(bytes), 0)::float8 as bytes
from uploads where owner_id = $1`;
type Stored = { pictures: number; bytes: number };

export async function countUploads(db: Queryable, ownerId: string): Promise<Stored> {
  const [row] = await db.query<Stored>(COUNT_SQL, [ownerId]);
  return row ?? { pictures: 0, bytes: 0 };
}

const LIST_COLUMNS = 'path, content_type, width, height, created_at';
const LIST_SQL = `select ${LIST_COLUMNS} from uploads where owner_id = $1
order by created_at desc, path desc limit $2`;
const LIST_AFTER_SQL = `select ${LIST_COLUMNS} from uploads where owner_id = $1 and (created_at, path) < ($3, $4)
order by created_at desc, path desc limit $2`;

export async function listUploads(
  db: Queryable,
  ownerId: string,
  limit: number,
  after: readonly [createdAt: string, path: string] | null,
): Promise<UploadRow[]> {
  return after === null
    ? db.query<UploadRow>(LIST_SQL, [ownerId, limit + 1])
    : db.query<UploadRow>(LIST_AFTER_SQL, [ownerId, limit + 1, ...after]);
}

const HOLD_OWN_SQL = 'select path from uploads where path = $1 and owner_id = $2 for key share';

/** Until the commit it cannot be swept. */
export async function holdOwnUpload(tx: Queryable, path: string, ownerId: string): Promise<boolean> {
  return (await tx.query(HOLD_OWN_SQL, [path, ownerId])).length > 0;
}

/** A picture that has lost its owner during the wait is not found. */
const HOLD_FOR_EVENT_SQL = `
  select path from uploads where path = $1 and owner_id is not null and (owner_id = $2
    or exists (select from events e where e.image = uploads.path and ${isHostSql('$2')})) for key share`;

export async function holdUploadForEvent(tx: Queryable, path: string, userId: string): Promise<boolean> {
  return (await tx.query(HOLD_FOR_EVENT_SQL, [path, userId])).length > 0;
}

const UNUSED = `not exists (select from users where image = uploads.path)
and not exists (select from events where image = uploads.path)`;
/** Kept for the operator, without an owner. */
const REPORTED = 'exists (select from reports where picture = uploads.path)';

const LIST_OLD_SQL = `select path, (${UNUSED} and not (owner_id is null and ${REPORTED})) as unused from uploads
where path > $1 and created_at < $2 order by path limit $3`;

export async function listOldUploads(
  db: Queryable,
  batch: { after: string; before: string; limit: number },
): Promise<{ path: string; unused: boolean }[]> {
  return db.query(LIST_OLD_SQL, [batch.after, batch.before, batch.limit]);
}

const LOCK_SQL = 'select path from uploads where path = $1 for update skip locked';
// A separate statement sees what was committed during the wait.
const DISOWN_SQL = `update uploads set owner_id = null where path = $1 and ${UNUSED} returning path`;

/** Takes an unused upload from its owner, so that nobody can choose it any more; false if in use. Within a transaction. */
export async function disownUpload(tx: Queryable, path: string): Promise<boolean> {
  const locked = await tx.query(LOCK_SQL, [path]);
  if (locked.length === 0) return false;
  return (await tx.query(DISOWN_SQL, [path])).length > 0;
}

const REPORTED_SQL = `
  select content_type, width, height, bytes, tint from uploads
  where path = $1 and exists (
    select from reports r where r.picture = uploads.path and $2 > (
      select count(distinct kept.path) from reports other join uploads kept on kept.path = other.picture
      where other.user_id = r.user_id and kept.owner_id is null and kept.path <> uploads.path))`;

/** While fewer than `max` others of the reported person are kept. */
export async function findReportedUpload(
  db: Queryable,
  path: string,
  max: number,
): Promise<StoredUpload | undefined> {
  return (await db.query<StoredUpload>(REPORTED_SQL, [path, max]))[0];
}

const TAKE_SQL = `
  update uploads set owner_id = null from (
    select path, owner_id from uploads where split_part(path, '.', 1) = split_part($1, '.', 1) for update) held
  where uploads.path = held.path returning held.path, held.owner_id`;

export type TakenUpload = Pick<NewUpload, 'path' | 'owner_id'>;

/** `name`: of any file of the picture. Waits for changes that choose the picture. Within a transaction. */
export async function takeFromOwner(tx: Queryable, name: string): Promise<TakenUpload | undefined> {
  const [row] = await tx.query<TakenUpload>(TAKE_SQL, [name]);
  return row;
}

const SHOWN_SQL = 'select from events where image = $1 limit 1';

export async function isShownByEvent(db: Queryable, path: string): Promise<boolean> {
  return (await db.query(SHOWN_SQL, [path])).length > 0;
}

const DELETE_SQL = `delete from uploads where path = $1 and ${UNUSED}`;

export async function deleteUpload(db: Queryable, path: string): Promise<void> {
  await db.query(DELETE_SQL, [path]);
}

const LIST_UNTINTED_SQL = 'select path from uploads where tint is null and path > $1 order by path limit $2';

export async function listUntinted(
  db: Queryable,
  batch: { after: string; limit: number },
): Promise<{ path: string }[]> {
  return db.query(LIST_UNTINTED_SQL, [batch.after, batch.limit]);
}

const SET_TINT_SQL = 'update uploads set tint = $2 where path = $1 and tint is null';

export async function setTint(db: Queryable, path: string, tint: string): Promise<void> {
  await db.query(SET_TINT_SQL, [path, tint]);
}
