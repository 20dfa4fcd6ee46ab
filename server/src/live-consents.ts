import { consentStandsSql } from './access/live.ts';
import type { Queryable } from './db/database.ts';

export type ConsentRow = { event_id: number; user_id: string };

export const consentParams = (consents: readonly ConsentRow[]): unknown[] => [
  consents.map(({ event_id }) => event_id),
  consents.map(({ user_id }) => user_id),
];
/** Rows of `consentParams`, which are `$1` and `$2`. */
export const CONSENTS_GIVEN_SQL = 'unnest($1::bigint[], $2::uuid[]) given (event_id, user_id)';

/** Ends the consent of a person at an event if it was given by `at` (ISO). */
export type Stop = { eventId: number; userId: string; at: string };

export const stopParams = (stops: readonly Stop[]): unknown[] => [
  stops.map(({ eventId }) => eventId),
  stops.map(({ userId }) => userId),
  stops.map(({ at }) => at),
];
/** Rows of `stopParams`, which are `$1` to `$3`. */
export const STOPS_GIVEN_SQL =
  'unnest($1::bigint[], $2::uuid[], $3::timestamptz[]) stop (event_id, user_id, at)';

const LATER_CONSENTS_SQL = `
  select s.event_id, s.user_id from ${STOPS_GIVEN_SQL}
  join live_sharing s on s.event_id = stop.event_id and s.user_id = stop.user_id and s.started_at > stop.at`;

export const listLaterConsents = (db: Queryable, stops: readonly Stop[]) =>
  db.query<ConsentRow>(LATER_CONSENTS_SQL, stopParams(stops));

const HOLD_CONSENTS_SQL = `select from pg_advisory_xact_lock(hashtextextended('live_sharing ' || $1::text, 0))`;
const COUNT_OTHERS_SQL = `
  select count(*)::int as others from live_sharing s join events e on e.id = s.event_id
  where s.user_id = $1 and s.event_id <> $2 and ${consentStandsSql('$3')}`;

/** The number of a person's consents at other events, which cannot grow until the commit. */
export async function holdConsents(
  tx: Queryable,
  { eventId, userId, now }: { eventId: number; userId: string; now: string },
): Promise<number> {
  await tx.query(HOLD_CONSENTS_SQL, [userId]);
  const [row] = await tx.query<{ others: number }>(COUNT_OTHERS_SQL, [userId, eventId, now]);
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
