import { createHash } from 'node:crypto';
import type { ReportSubject } from '@hereabouts/contract/reports';
import { notBlockedSql } from '#server/access/blocked.ts';
import { isHiddenMessageSql } from '#server/access/chat.ts';
import { canChatSql, joinOwnInviteSql } from '#server/access/event-roles.ts';
import { visibleByInviteSql, visibleSql } from '#server/access/events.ts';
import type { Queryable } from '#server/db/database.ts';
import type { ReportKind } from '#server/db/moderation-schema.ts';
import type { OwnedRows } from '#server/rate-limits/stored-rows.ts';

const SUBJECT_MAX = 4_000;

export type SubjectRow = {
  user_id: string | null;
  event_id: number | null;
  message_id: string | null;
  /** Null for what is gone or never existed. */
  subject: string | null;
  picture: string | null;
  /** To the reporter ($1). */
  was_visible: boolean;
};

const SUBJECT_SQL: Record<ReportKind, string> = {
  user: `
    select u.id as user_id, null as event_id, null as message_id, u.name as subject, u.image as picture,
      ${notBlockedSql('$1', 'u.id')} as was_visible
    from users u
    where u.id = coalesce((select g.user_id from merged_guests g where g.guest_id = $2::uuid), $2::uuid)`,
  event: `
    select e.created_by as user_id, e.id as event_id, null as message_id,
      left(concat_ws(E'\\n\\n', e.title, nullif(e.description, '')), ${SUBJECT_MAX}) as subject, e.image as picture,
      ${visibleSql('$1')} as was_visible
    from events e where e.id = $2`,
  message: `
    select m.user_id, e.id as event_id, m.id as message_id, left(m.message, ${SUBJECT_MAX}) as subject, null as picture,
      (${visibleByInviteSql('$1')} and ${canChatSql('$1')} and not ${isHiddenMessageSql('$1', 'm')}) as was_visible
    from chat_message m
    join chat_room room on room.id = m.chat_room_id
    join events e on e.id = room.event_id
    ${joinOwnInviteSql('$1')}
    where m.id = $2`,
};

const idOf = (of: ReportSubject): string => {
  switch (of.kind) {
    case 'user':
      return of.user_id.toLowerCase();
    case 'event':
      return String(of.event_id);
    case 'message':
      return of.message_id.toLowerCase();
  }
};

export async function findSubject(
  db: Queryable,
  viewerId: string,
  of: ReportSubject,
): Promise<SubjectRow | undefined> {
  const [row] = await db.query<SubjectRow>(SUBJECT_SQL[of.kind], [viewerId, idOf(of)]);
  return row;
}

export const MISSING: SubjectRow = {
  user_id: null,
  event_id: null,
  message_id: null,
  subject: null,
  picture: null,
  was_visible: false,
};

export const digestOf = (of: ReportSubject): string =>
  createHash('sha256')
    .update(`${of.kind} ${idOf(of)}`)
    .digest('base64url');

export type NewReport = SubjectRow & {
  reporter_id: string;
  kind: ReportKind;
  digest: string;
  by_guest: boolean;
  reason: string;
  now: string;
};

export async function lockReporter(tx: Queryable, id: string): Promise<void> {
  await tx.query('select from users where id = $1 for no key update', [id]);
}

/** If the reporter cannot see the subject, its changes make no new report: that would reveal them. */
const EQUAL_SQL = `
  select id from reports
  where reporter_id = $1 and digest = $2 and reason = $3 and closed_at is null
    and (not $4::boolean or (subject is not distinct from $5 and picture is not distinct from $6))
  limit 1`;

export async function hasEqualOpenReport(
  db: Queryable,
  { reporter_id, digest, reason, was_visible, subject, picture }: NewReport,
): Promise<boolean> {
  const params = [reporter_id, digest, reason, was_visible, subject, picture];
  return (await db.query(EQUAL_SQL, params)).length > 0;
}

export const REPORTED_BY: OwnedRows = { table: 'reports', owner: 'reporter_id', at: 'created_at' };

export async function countOpenReports(db: Queryable): Promise<number> {
  const [row] = await db.query<{ open: number }>(
    'select count(*)::int as open from reports where closed_at is null',
    [],
  );
  return row?.open ?? 0;
}

const COUNT_SINCE_SQL = `
  select count(*)::int as count from (
    select 1 from reports where created_at > $1 and by_guest = $2 limit $3) latest`;

/** By guests without an account, or by others. At most `max`. */
export async function countReportsSince(
  db: Queryable,
  since: string,
  { byGuests, max }: { byGuests: boolean; max: number },
): Promise<number> {
  const [row] = await db.query<{ count: number }>(COUNT_SINCE_SQL, [since, byGuests, max]);
  return row?.count ?? 0;
}

const INSERT_SQL = `
  insert into reports
    (reporter_id, kind, user_id, event_id, message_id, subject, was_visible, digest, by_guest, reason,
      created_at, picture)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) returning id`;

/** Returns its number. @throws a foreign key violation when the subject has just been deleted */
export async function insertReport(db: Queryable, report: NewReport): Promise<number> {
  const { reporter_id, kind, user_id, event_id, message_id, subject, was_visible, digest } = report;
  const [row] = await db.query<{ id: number }>(INSERT_SQL, [
    reporter_id,
    kind,
    user_id,
    event_id,
    message_id,
    subject,
    was_visible,
    digest,
    report.by_guest,
    report.reason,
    report.now,
    report.picture,
  ]);
  return (row as { id: number }).id;
}

export type ReportRow = {
  id: number;
  kind: ReportKind;
  /** Null: missing when reported, or deleted after the report was closed. */
  subject: string | null;
  reason: string;
  created_at: string;
  closed_at: string | null;
  event_id: number | null;
  message_id: string | null;
  was_visible: boolean;
  reporter_id: string | null;
  by_guest: boolean;
  reporter_name: string | null;
  reporter_email: string | null;
  user_id: string | null;
  user_name: string | null;
  user_email: string | null;
  /** That was shown when it was reported; null also once it is deleted. */
  picture: string | null;
};

const LIST_SQL = `
  select r.id, r.kind, r.subject, r.reason, r.created_at, r.closed_at, r.event_id, r.message_id,
    r.was_visible, r.by_guest, r.reporter_id, a.name as reporter_name, a.email as reporter_email,
    r.user_id, b.name as user_name, b.email as user_email,
    p.path as picture
  from reports r left join users a on a.id = r.reporter_id left join users b on b.id = r.user_id
    left join uploads p on p.path = r.picture`;
const PAGE_OF_SQL =
  '($2::bigint is null or r.id < $2) and ($3 or not r.by_guest) order by r.id desc limit $1';
const PAGE_SQL = `${LIST_SQL} where ${PAGE_OF_SQL}`;
const OPEN_PAGE_SQL = `${LIST_SQL} where r.closed_at is null and ${PAGE_OF_SQL}`;
const ONE_SQL = `${LIST_SQL} where r.id = $1`;

/** `before`: the number of a report; null for the first page. */
export type WhichReports = { openOnly: boolean; withGuests: boolean; limit: number; before: number | null };

export function listReports(
  db: Queryable,
  { openOnly, withGuests, limit, before }: WhichReports,
): Promise<ReportRow[]> {
  return db.query<ReportRow>(openOnly ? OPEN_PAGE_SQL : PAGE_SQL, [limit, before, withGuests]);
}

export async function findReport(db: Queryable, id: number): Promise<ReportRow | undefined> {
  const [row] = await db.query<ReportRow>(ONE_SQL, [id]);
  return row;
}

const CLOSE_SQL = 'update reports set closed_at = coalesce(closed_at, $2) where id = $1 returning id';
const CLOSE_OF_SQL = `
  update reports set closed_at = $2 where reporter_id = $1 and closed_at is null returning id`;

export async function closeReportsBy(db: Queryable, reporterId: string, now: string): Promise<number> {
  return (await db.query(CLOSE_OF_SQL, [reporterId, now])).length;
}

export async function closeReport(db: Queryable, id: number, now: string): Promise<boolean> {
  return (await db.query(CLOSE_SQL, [id, now])).length > 0;
}

const CLEAR_SQL = `
  update reports set subject = null, picture = null
  where closed_at < $1 and (subject is not null or picture is not null)`;

export async function clearContentClosedBefore(db: Queryable, time: string): Promise<void> {
  await db.query(CLEAR_SQL, [time]);
}

export async function renamePictures(
  tx: Queryable,
  paths: readonly string[],
  name: string | null,
): Promise<void> {
  await tx.query('update reports set picture = $2 where picture = any($1::text[])', [paths, name]);
}
