import type { Person } from '@hereabouts/contract/person';
import { canAnswerRequestSql } from '#server/access/friends.ts';
import { canAnswerInvitationSql, canSeeNewsSql } from '#server/access/notifications.ts';
import type { Queryable } from '#server/db/database.ts';
import type { NotificationKind } from '@hereabouts/contract/notifications';
import type { DeletedEvents, InviteStatus } from '#server/db/schema.ts';
import { isoTimeSql, personSql } from '#server/db/sql.ts';
import { GOING_COUNT_SQL } from '#server/events/guest-counts.ts';

export type NotificationRow = {
  id: number;
  kind: NotificationKind;
  created_at: string;
  is_read: boolean;
  actor: Person | null;
  event: { id: number; title: string; start_time: string } | null;
  deleted_events: DeletedEvents | null;
  request: { friendship_id: string } | null;
  invitation: {
    my_status: InviteStatus;
    is_waiting: boolean;
    can_answer: boolean;
    end_time: string;
    places: number | null;
    going_count: number | null;
    bring_max: number;
  } | null;
};

/** Counts no further, because every change of an event counts for each of its guests. */
const COUNTED_MAX = 100;

/** Newest notifications of a person: those that nobody may see any more are passed over, but not without end. */
const LOOKED_AT_MAX = 300;

const unreadSql = (viewer: string): string => `
  select count(*)::int from (
    select from (
      select newest.event_id, newest.actor_id from notifications newest
      where newest.user_id = ${viewer} and newest.read_at is null order by newest.id desc limit ${LOOKED_AT_MAX}) n
    left join events e on e.id = n.event_id
    where ${canSeeNewsSql(viewer)}
    limit ${COUNTED_MAX}) counted`;

const REQUEST_SQL = `(
  select json_build_object('friendship_id', f.id) from friendships f
  where f.requester_id = n.actor_id and ${canAnswerRequestSql('$1')})`;

const CAN_ANSWER_SQL = canAnswerInvitationSql('$3');
/** Counts only where the count decides about a place. */
const INVITATION_SQL = `(
  select json_build_object('my_status', mine.status, 'is_waiting', mine.waiting_since is not null,
    'can_answer', ${CAN_ANSWER_SQL}, 'end_time', ${isoTimeSql('e.end_time')}, 'places', e.places,
    'going_count', case when e.places is not null and ${CAN_ANSWER_SQL} then ${GOING_COUNT_SQL} end,
    'bring_max', e.bring_max)
  from event_invites mine where mine.event_id = e.id and mine.user_id = $1)`;

const pageSql = (after: string): string => `
  select (${unreadSql('$1')}) as unread_count,
    (select coalesce(json_agg(page order by page.id desc), '[]'::json) from (
      select n.id, n.kind, ${isoTimeSql('n.created_at')} as created_at, n.read_at is not null as is_read,
        case when a.id is not null then ${personSql('a')} end as actor,
        case when e.id is not null then json_build_object(
          'id', e.id, 'title', e.title, 'start_time', ${isoTimeSql('e.start_time')}) end as event,
        n.deleted_events,
        case when n.kind = 'request_received' then ${REQUEST_SQL} end as request,
        case when n.kind = 'invited' then ${INVITATION_SQL} end as invitation
      from notifications n
      left join events e on e.id = n.event_id
      left join users a on a.id = n.actor_id
      where n.user_id = $1 and ${canSeeNewsSql('$1')} ${after}
      order by n.id desc
      limit $2) page) as notifications`;

const FIRST_SQL = pageSql('');
const NEXT_SQL = pageSql('and n.id < $4');

export async function listNotifications(
  db: Queryable,
  { userId, before, limit, now }: { userId: string; before: number | null; limit: number; now: string },
): Promise<{ unread_count: number; notifications: NotificationRow[] }> {
  type Row = { unread_count: number; notifications: NotificationRow[] };
  const [row] = await (before === null
    ? db.query<Row>(FIRST_SQL, [userId, limit, now])
    : db.query<Row>(NEXT_SQL, [userId, limit, now, before]));
  if (row === undefined) throw new Error('A query of aggregates gave no row');
  return row;
}

const COUNTS_SQL = `
  select u.id as user_id, (${unreadSql('u.id')}) as unread_count
  from unnest((select $1::uuid[])) u (id)`;

export function countUnread(
  db: Queryable,
  userIds: readonly string[],
): Promise<{ user_id: string; unread_count: number }[]> {
  return db.query(COUNTS_SQL, [userIds]);
}

const MARK_READ_SQL = `
  update notifications set read_at = $3 where id = any(array(
    select id from notifications where user_id = $1 and id <= $2 and read_at is null order by id desc limit $4))
  and read_at is null returning id`;

export const markRead = async (
  db: Queryable,
  { userId, upToId, now, limit }: { userId: string; upToId: number; now: string; limit: number },
): Promise<number> => (await db.query(MARK_READ_SQL, [userId, upToId, now, limit])).length;
