import { blockedDigestSql } from '#server/access/blocked.ts';
import { isHiddenMessageSql } from '#server/access/chat.ts';
import { canChatSql, joinOwnInviteSql, ROLE_COLUMNS, type Role } from '#server/access/event-roles.ts';
import { visibleByInviteSql } from '#server/access/events.ts';
import type { Person } from '@hereabouts/contract/person';
import type { Queryable } from '#server/db/database.ts';
import type { ChatMessageKind } from '#server/db/schema.ts';
import { isoTimeSql, personSql } from '#server/db/sql.ts';
import { muteSql, type MuteRow } from '#server/news/settings-sql.ts';

export type MessageRow = {
  id: string;
  seq: number;
  kind: ChatMessageKind;
  message: string;
  /** Of a meeting point's line; null when hidden. */
  meet_at: string | null;
  created_at: string;
  /** Null for a deleted account, and when hidden. */
  sender: Person | null;
  is_hidden: boolean;
};

export type AccessRow = Role & {
  /** 0 without messages or access. */
  last_seq: number;
  removed_count: number;
};

export type ChatRow = AccessRow &
  MuteRow & {
    id: number;
    title: string;
    cancelled_at: string | null;
    /** Null before the first open, and without access. */
    room_id: number | null;
    read_seq: number;
    blocked: string | null;
    messages: MessageRow[];
  };

export const accessFrom = (viewer: string): string => `
  from events e
  ${joinOwnInviteSql(viewer)}
  left join chat_room room on room.event_id = e.id and ${canChatSql(viewer)}`;

/** `$1` event, `$2` viewer, `$3` seq, `$4` maximum count, `$5` maximum bytes. `$3` and `$4` by `select`: else it is planned each
 * time, which takes as long as reading the page. `octet_length` needs no detoasting: text beyond the maximum is never read. */
const pageSql = (range: string, order: 'asc' | 'desc'): string => `
  select e.id, e.title, e.cancelled_at, ${ROLE_COLUMNS}, room.id as room_id,
    coalesce(room.last_seq, 0) as last_seq, coalesce(room.removed_count, 0) as removed_count,
    coalesce(own.last_seq, 0) as read_seq,
    ${blockedDigestSql('$2')} as blocked, ${muteSql('$2', 'e.id')} as mute,
    (select coalesce(json_agg(json_build_object(
        'id', m.id, 'seq', m.seq, 'kind', m.kind, 'message', case when m.is_hidden then '' else m.message end,
        'meet_at', case when not m.is_hidden then ${isoTimeSql('m.meet_at')} end,
        'created_at', ${isoTimeSql('m.created_at')}, 'is_hidden', m.is_hidden,
        'sender', case when u.id is not null and not m.is_hidden
          then ${personSql('u')} end) order by m.seq), '[]'::json)
      from (
        select c.*, row_number() over place as place,
          sum(case when c.is_hidden then 0 else octet_length(c.message) end) over place as bytes
        from (
          select c.*, ${isHiddenMessageSql('$2', 'c')} as is_hidden from chat_message c
          where c.chat_room_id = room.id and ${range} order by c.seq ${order} limit (select $4::int)) c
        window place as (order by c.seq ${order} rows unbounded preceding)) m
      left join users u on u.id = m.user_id
      where m.place = 1 or m.bytes <= $5) as messages
  ${accessFrom('$2')}
  left join chat_read own on own.event_id = e.id and own.user_id = $2
  where e.id = $1 and ${visibleByInviteSql('$2')}`;

const BEFORE_SQL = pageSql('c.seq < (select $3::bigint)', 'desc');
const AFTER_SQL = pageSql('c.seq > (select $3::bigint)', 'asc');

export type Place = { before: number } | { after: number };
type PageAsked = { eventId: number; viewerId: string; place: Place; limit: number; maxBytes: number };

/** Oldest first, at least one message if there is one. Undefined alike for a missing and an invisible event. */
export async function findPage(db: Queryable, asked: PageAsked): Promise<ChatRow | undefined> {
  const { eventId, viewerId, place, limit, maxBytes } = asked;
  const [sql, seq] = 'before' in place ? [BEFORE_SQL, place.before] : [AFTER_SQL, place.after];
  return (await db.query<ChatRow>(sql, [eventId, viewerId, seq, limit, maxBytes]))[0];
}

const ACCESS_SQL = `
  select ${ROLE_COLUMNS}, coalesce(room.last_seq, 0) as last_seq,
    coalesce(room.removed_count, 0) as removed_count, ${blockedDigestSql('$2')} as blocked
  ${accessFrom('$2')}
  where e.id = $1 and ${visibleByInviteSql('$2')}`;

type JoinRow = AccessRow & Pick<ChatRow, 'blocked'>;

export const findAccess = (db: Queryable, eventId: number, viewerId: string): Promise<JoinRow | undefined> =>
  db.query<JoinRow>(ACCESS_SQL, [eventId, viewerId]).then(([row]) => row);

const INSERT_ROOM_SQL = `insert into chat_room (event_id, created_at) values ($1, $2) on conflict (event_id) do nothing`;

/** Ignores a concurrent insert. @throws a foreign key violation without such an event */
export async function insertRoom(db: Queryable, eventId: number, now: string): Promise<void> {
  await db.query(INSERT_ROOM_SQL, [eventId, now]);
}
