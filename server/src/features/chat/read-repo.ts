import { uncountedOfManySql, uncountedSql } from '#server/access/chat.ts';
import { chatterIdsSql, ROLE_COLUMNS, roleColumnsOf } from '#server/access/event-roles.ts';
import { visibleByInviteSql } from '#server/access/events.ts';
import type { Queryable } from '#server/db/database.ts';
import { accessFrom, type AccessRow } from './repo.ts';

export type ReadRow = Omit<AccessRow, 'removed_count'> & {
  read_seq: number;
  uncounted: number;
  has_advanced: boolean;
};

const UNCOUNTED_NOW_SQL = uncountedSql({
  viewer: '$2',
  roomId: 'g.room_id',
  readSeq: 'greatest(g.read_seq, marked.last_seq)',
  lastSeq: 'g.last_seq',
});
const MARK_READ_SQL = `
  with guest as (
    select e.id, ${ROLE_COLUMNS}, room.id as room_id, coalesce(room.last_seq, 0) as last_seq,
      coalesce(own.last_seq, 0) as read_seq, coalesce(own.shown_seq, 0) as shown_seq
    ${accessFrom('$2')}
    left join chat_read own on own.event_id = e.id and own.user_id = $2
    where e.id = $1 and ${visibleByInviteSql('$2')}
  ), marked as (
    insert into chat_read as own (event_id, user_id, last_seq, shown_seq)
    select g.id, $2, least($3, g.last_seq), least($4, g.last_seq) from guest g
    where least($3, g.last_seq) > g.read_seq or least($4, g.last_seq) > g.shown_seq
    on conflict (event_id, user_id) do update set last_seq = greatest(own.last_seq, excluded.last_seq),
      shown_seq = greatest(own.shown_seq, excluded.shown_seq)
      where own.last_seq < excluded.last_seq or own.shown_seq < excluded.shown_seq
    returning last_seq
  )
  select ${roleColumnsOf('g')}, g.last_seq, greatest(g.read_seq, marked.last_seq) as read_seq,
    ${UNCOUNTED_NOW_SQL} as uncounted,
    coalesce(marked.last_seq > g.read_seq, false) as has_advanced
  from guest g left join marked on true`;

/** Never moves back. `shownSeq`: the last message on a visible page, read or not. Undefined like `findPage`. */
export async function saveRead(
  db: Queryable,
  { eventId, viewerId, seq, shownSeq }: { eventId: number; viewerId: string; seq: number; shownSeq: number },
): Promise<ReadRow | undefined> {
  const [row] = await db.query<ReadRow>(MARK_READ_SQL, [eventId, viewerId, seq, shownSeq]);
  return row;
}

const CHATTERS_SQL = `select id from ${chatterIdsSql('$1')} chatters`;
const READERS_SQL = `(
  select m.id, coalesce(own.last_seq, 0) as read_seq
  from ${chatterIdsSql('$1')} m join unnest((select $2::uuid[])) as reached (id) on reached.id = m.id
  left join chat_read own on own.event_id = $1 and own.user_id = m.id)`;
const UNCOUNTED_SQL = `
  select counted.user_id, counted.uncounted, room.last_seq from chat_room room
  cross join lateral ${uncountedOfManySql({ readers: READERS_SQL, roomId: 'room.id', lastSeq: 'room.last_seq' })} counted
  where room.event_id = $1`;

/** For people who can chat and are `isReached`: the log's last number, and how many later messages never count as unread. */
export async function countUncountedOfReached(
  db: Queryable,
  eventId: number,
  isReached: (userId: string) => boolean,
): Promise<{ user_id: string; uncounted: number; last_seq: number }[]> {
  const chatters = await db.query<{ id: string }>(CHATTERS_SQL, [eventId]);
  const reached = chatters.map(({ id }) => id).filter(isReached);
  return reached.length === 0 ? [] : await db.query(UNCOUNTED_SQL, [eventId, reached]);
}
