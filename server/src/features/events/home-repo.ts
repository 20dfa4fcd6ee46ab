import type { HomePage } from '@hereabouts/contract/events';
import { DESCRIPTION_PREVIEW_MAX } from '@hereabouts/contract/limits';
import { uncountedSql } from '#server/access/chat.ts';
import { isCreatorSql, type Role } from '#server/access/event-roles.ts';
import { notCancelledSql, notEndedSql, wentLiveSql } from '#server/access/event-times.ts';
import { eventsOfSql } from '#server/access/events.ts';
import { friendIdsSql, isFriendSql } from '#server/access/friends.ts';
import { isSharedWithSql } from '#server/access/live.ts';
import type { Queryable } from '#server/db/database.ts';
import { personSql } from '#server/db/sql.ts';
import { GOING_COUNT_SQL, goingFacesSql } from '#server/events/guest-counts.ts';
import { CHAT_COLUMNS, chatJoins, TINT_SQL, type ChatColumns, type EventRow } from './repo.ts';

export type HomeRow = Omit<EventRow, 'description' | 'location_address'> &
  Role &
  ChatColumns & {
    going_count: number | null;
    my_brings: number;
    /** One character more than shown, to detect truncation. */
    description_start: string;
    /** 0 while the event runs, 1 before. */
    section: number;
    /** The end of a running event, the start of another. */
    sort_time: string;
  };

export type HomeKey = readonly [section: number, time: string, id: number];

/** A cancelled event is listed with the upcoming ones until its original end. */
const RUNS_SQL = wentLiveSql('$3');

const CARD_COLUMNS = `e.id, e.title, left(e.description, ${DESCRIPTION_PREVIEW_MAX + 1}) as description_start, e.image, ${TINT_SQL},
    e.location_name, e.location_latitude, e.location_longitude, e.start_time, e.end_time, e.is_private, e.cancelled_at,
    e.places, e.bring_max, ${notCancelledSql} as takes_place`;
const PLACE_COLUMNS = `e.id as event_id, case when ${RUNS_SQL} then 0 else 1 end as section,
    case when ${RUNS_SQL} then e.end_time else e.start_time end as sort_time`;

const OWN_BRINGS_SQL =
  'coalesce((select i.brings from event_invites i where i.event_id = e.id and i.user_id = $1), 0)';

const homeSql = (after: string): string => `
  select ${CARD_COLUMNS}, own.*, ${OWN_BRINGS_SQL} as my_brings, room.id as chat_room_id, ${CHAT_COLUMNS}
  from (
    select * from (${eventsOfSql('$1', {
      select: (role, from) => `select ${PLACE_COLUMNS}, ${role} from ${from}`,
      where: notEndedSql('$2'),
    })}) upcoming
    ${after}
    order by section, sort_time, event_id
    limit $4) own
  join events e on e.id = own.event_id ${chatJoins('$1')}`;

/** Only where there is a limit, because it reads every answer. */
const LIMITED_COUNT_SQL = `case when listed.places is not null and listed.takes_place
  then (select ${GOING_COUNT_SQL} from events e where e.id = listed.id) end`;
const UNCOUNTED_SQL = uncountedSql({
  viewer: '$1',
  roomId: 'listed.chat_room_id',
  readSeq: 'listed.chat_read_seq',
  lastSeq: 'listed.chat_last_seq',
});
const LISTED_COLUMNS = `listed.*, ${LIMITED_COUNT_SQL} as going_count, ${UNCOUNTED_SQL} as chat_uncounted`;
const ORDER_SQL = 'order by listed.section, listed.sort_time, listed.id';

const FACES_MAX = 6;
const NEXT_EVENT_SQL = `(
  select json_build_object('event_id', e.id, 'going_count', ${GOING_COUNT_SQL}, 'going', ${goingFacesSql('$1', FACES_MAX)},
    'sharing', (
      select coalesce(json_agg(${personSql('face')}), '[]'::json) from (
        select u.id, u.name, u.image, u.is_anonymous from live_sharing s join users u on u.id = s.user_id
        where s.event_id = e.id and ${isFriendSql('$1', 'u.id')} and ${isSharedWithSql('$1', '$2')}
        order by lower(u.name), u.id limit ${FACES_MAX}) face))
  from events e where e.id = (
    select listed.id from listed where listed.takes_place and listed.my_status is distinct from 'declined'
    ${ORDER_SQL} limit 1))`;
const REGULAR_EVENTS = 3;
const IS_REGULAR_SQL = `(
  select count(*) = ${REGULAR_EVENTS} from (${eventsOfSql('$1', { select: (_, from) => `select e.id from ${from}`, where: 'true' })}
    limit ${REGULAR_EVENTS}) any_time)`;

const FIRST_STEPS_SQL = `(
  select case when u.first_steps_done_at is null and not u.is_anonymous then json_build_object(
    'photo', u.image is not null,
    'link', u.link_shared_at is not null or exists (select from ${friendIdsSql('$1')} friends),
    'event', exists (select from events e where ${isCreatorSql('$1')})) end
  from users u where u.id = $1)`;

/** At least one row, even without an event; `next` in the first row only. */
const HOME_FIRST_SQL = `
  with listed as materialized (${homeSql('')})
  select ${LISTED_COLUMNS}, case when row_number() over (${ORDER_SQL}) = 1 then beside.next end as next,
    beside.is_regular, beside.first_steps
  from (select ${NEXT_EVENT_SQL} as next, ${IS_REGULAR_SQL} as is_regular, ${FIRST_STEPS_SQL} as first_steps) beside
  left join listed on true
  ${ORDER_SQL}`;
const HOME_NEXT_SQL = `
  select ${LISTED_COLUMNS} from (${homeSql('where (section, sort_time, event_id) > ($5::int, $6::timestamptz, $7::bigint)')}) listed
  ${ORDER_SQL}`;

export type BesideEvents = Pick<HomePage, 'next' | 'is_regular' | 'first_steps'>;
const NOTHING_BESIDE: BesideEvents = { next: null, is_regular: false, first_steps: null };

/** Not ended by `now`: running ones by end, then the others by start. "Running" is evaluated at `asOf`, so that pages agree. */
export async function listHome(
  db: Queryable,
  {
    userId,
    now,
    asOf,
    after,
    limit,
  }: { userId: string; now: string; asOf: string; after: HomeKey | null; limit: number },
): Promise<{ rows: HomeRow[]; beside: BesideEvents }> {
  const params = [userId, now, asOf, limit];
  if (after !== null) {
    return { rows: await db.query<HomeRow>(HOME_NEXT_SQL, [...params, ...after]), beside: NOTHING_BESIDE };
  }
  type First = BesideEvents & (HomeRow | { id: null });
  const rows = await db.query<First>(HOME_FIRST_SQL, params);
  return {
    rows: rows.filter((row): row is BesideEvents & HomeRow => row.id !== null),
    beside: rows[0] ?? NOTHING_BESIDE,
  };
}
