import { audienceSql, consentEndSql, consentStandsSql, consentWillStandSql } from '#server/access/live.ts';
import type { Queryable } from '#server/db/database.ts';
import { together } from '#server/db/together.ts';

export type SharingRow = {
  event_id: number;
  title: string;
  end_time: string;
  until: string;
  started_at: string;
  session_id: string;
  friend_count: number;
};

export type ConsentRow = { event_id: number; user_id: string };

const consentParams = (consents: readonly ConsentRow[]): unknown[] => [
  consents.map(({ event_id }) => event_id),
  consents.map(({ user_id }) => user_id),
];
const CONSENTS_GIVEN_SQL = 'unnest($1::bigint[], $2::uuid[]) given (event_id, user_id)';

/** Ends a consent that was given by `at` (ISO). */
export type Stop = { eventId: number; userId: string; at: string };

const stopParams = (stops: readonly Stop[]): unknown[] => [
  stops.map(({ eventId }) => eventId),
  stops.map(({ userId }) => userId),
  stops.map(({ at }) => at),
];
const STOPS_GIVEN_SQL = 'unnest($1::bigint[], $2::uuid[], $3::timestamptz[]) stop (event_id, user_id, at)';

const LATER_CONSENTS_SQL = `
  select s.event_id, s.user_id from ${STOPS_GIVEN_SQL}
  join live_sharing s on s.event_id = stop.event_id and s.user_id = stop.user_id and s.started_at > stop.at`;

export const listLaterConsents = (db: Queryable, stops: readonly Stop[]) =>
  db.query<ConsentRow>(LATER_CONSENTS_SQL, stopParams(stops));

const HOLD_CONSENTS_SQL = `select from pg_advisory_xact_lock(hashtextextended('live_sharing ' || $1::text, 0))`;
const COUNT_OTHERS_SQL = `
  select count(*)::int as others from live_sharing s join events e on e.id = s.event_id
  where s.user_id = $1 and s.event_id <> $2 and ${consentStandsSql('$3')}`;

/** Consents at other events: their number cannot grow until the commit. */
export async function holdConsents(
  tx: Queryable,
  { eventId, userId, now }: { eventId: number; userId: string; now: string },
): Promise<number> {
  const [, [row]] = await together(
    tx.query(HOLD_CONSENTS_SQL, [userId]),
    tx.query<{ others: number }>(COUNT_OTHERS_SQL, [userId, eventId, now]),
  );
  return row?.others ?? 0;
}

const CONSENTS_SQL = `
  select event_id, user_id from live_sharing where (event_id, user_id) > ($1, $2) order by event_id, user_id limit $3`;
const BEFORE_ALL: ConsentRow = { event_id: 0, user_id: '00000000-0000-0000-0000-000000000000' };

export function listConsents(db: Queryable, after: ConsentRow | null, max: number): Promise<ConsentRow[]> {
  const { event_id, user_id } = after ?? BEFORE_ALL;
  return db.query<ConsentRow>(CONSENTS_SQL, [event_id, user_id, max]);
}

const CONSENTS_AT_SQL = 'select event_id, user_id from live_sharing where event_id = any($1) limit $2';

export const listConsentsAt = (db: Queryable, eventIds: readonly number[], max: number) =>
  db.query<ConsentRow>(CONSENTS_AT_SQL, [eventIds, max]);

const LOST_SQL = `
  select given.event_id, given.user_id from ${CONSENTS_GIVEN_SQL}
  where not exists (
    select from live_sharing s join events e on e.id = s.event_id
    where s.event_id = given.event_id and s.user_id = given.user_id and ${consentStandsSql('$3')})`;

export const findLost = (db: Queryable, held: readonly ConsentRow[], now: string) =>
  db.query<ConsentRow>(LOST_SQL, [...consentParams(held), now]);

const sharingSql = (where: string): string => `
  select e.id as event_id, e.title, e.end_time, ${consentEndSql} as until, s.started_at, s.session_id,
    (select count(*)::int from ${audienceSql('s.user_id')} f) as friend_count
  from live_sharing s join events e on e.id = s.event_id
  where s.user_id = $1 and ${consentStandsSql('$2')} ${where}
  order by until, e.id`;
const LIST_SHARING_SQL = sharingSql('');
const ONE_SHARING_SQL = sharingSql('and e.id = $3');

export function listSharing(db: Queryable, userId: string, now: string): Promise<SharingRow[]> {
  return db.query<SharingRow>(LIST_SHARING_SQL, [userId, now]);
}

export async function findSharing(
  db: Queryable,
  { eventId, userId, now }: { eventId: number; userId: string; now: string },
): Promise<SharingRow | undefined> {
  const [row] = await db.query<SharingRow>(ONE_SHARING_SQL, [userId, now, eventId]);
  return row;
}

const SAVE_SHARING_SQL = `
  insert into live_sharing (event_id, user_id, session_id, started_at, ends_at)
  select id, $2, $3, $4, coalesce($5::timestamptz, end_time) from events where id = $1
  on conflict (event_id, user_id) do update
    set session_id = excluded.session_id, started_at = excluded.started_at, ends_at = excluded.ends_at
    where live_sharing.started_at <= excluded.started_at`;

/** Leaves a later consent; `until` null: the event's end. */
export async function saveSharing(
  tx: Queryable,
  sharing: { eventId: number; userId: string; sessionId: string; until: string | null; startedAt: string },
): Promise<void> {
  const { eventId, userId, sessionId, until, startedAt } = sharing;
  await tx.query(SAVE_SHARING_SQL, [eventId, userId, sessionId, startedAt, until]);
}

const deleteSharingSql = (where: string): string => `
  delete from live_sharing s using events e where e.id = s.event_id and ${where} returning s.event_id, s.user_id`;
const DELETE_SHARING_SQL = deleteSharingSql(
  's.event_id = $1 and ($2::uuid[] is null or s.user_id = any($2))',
);
const DELETE_STOPPED_SQL = `
  delete from live_sharing s using ${STOPS_GIVEN_SQL}
  where s.event_id = stop.event_id and s.user_id = stop.user_id and s.started_at <= stop.at
  returning s.event_id, s.user_id`;
const DELETE_OF_SESSION_SQL = deleteSharingSql('s.session_id = $1');
const DELETE_BETWEEN_SQL = deleteSharingSql(
  '((s.user_id = $1 and e.created_by = $2) or (s.user_id = $2 and e.created_by = $1))',
);
// `consentWillStandSql`: after a wait for a connection `now` may be before the event's start, but the consent after it.
const DELETE_LAPSED_SQL = deleteSharingSql(
  `(s.event_id, s.user_id) in (select * from ${CONSENTS_GIVEN_SQL}) and not ${consentWillStandSql('$3')}`,
);

/** `userIds` null: of everybody. */
export const deleteSharing = (db: Queryable, eventId: number, userIds: readonly string[] | null) =>
  db.query<ConsentRow>(DELETE_SHARING_SQL, [eventId, userIds]);

export const deleteStopped = (db: Queryable, stops: readonly Stop[]) =>
  db.query<ConsentRow>(DELETE_STOPPED_SQL, stopParams(stops));

export const deleteSharingOfSession = (db: Queryable, sessionId: string) =>
  db.query<ConsentRow>(DELETE_OF_SESSION_SQL, [sessionId]);

export const deleteSharingBetween = (tx: Queryable, userId: string, otherId: string) =>
  tx.query<ConsentRow>(DELETE_BETWEEN_SQL, [userId, otherId]);

export const deleteLapsed = (db: Queryable, consents: readonly ConsentRow[], now: string) =>
  db.query<ConsentRow>(DELETE_LAPSED_SQL, [...consentParams(consents), now]);
