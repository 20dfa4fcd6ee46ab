import { blockedDigestSql } from '#server/access/blocked.ts';
import {
  canWriteSql,
  hiddenFromSql,
  isHiddenMessageSql,
  uncountedOfManySql,
  uncountedSql,
} from '#server/access/chat.ts';
import {
  canChatSql,
  chatterIdsSql,
  joinOwnInviteOfFewSql,
  joinOwnInviteSql,
  ROLE_COLUMNS,
  roleColumnsOf,
  type Role,
} from '#server/access/event-roles.ts';
import { visibleByInviteSql } from '#server/access/events.ts';
import type { Person } from '@hereabouts/contract/person';
import type { Queryable } from '#server/db/database.ts';
import type { ChatMessageKind } from '#server/db/schema.ts';
import { isoTimeSql, personSql } from '#server/db/sql.ts';
import { chatRoundSql } from '#server/features/push/service.ts';
import { muteSql, type MuteRow } from '#server/news/settings-sql.ts';

export type MessageRow = {
  id: string;
  seq: number;
  kind: ChatMessageKind;
  message: string;
  /** Of a meeting point; null when hidden. */
  meet_at: string | null;
  created_at: string;
  /** Null for a deleted account, and when hidden. */
  sender: Person | null;
  is_hidden: boolean;
};

type SenderColumns = { name: string; image: string | null; is_anonymous: boolean };

export type AccessRow = Role & {
  /** 0 before the first message, and without access. */
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

/** The room is joined only with access. */
const accessFrom = (viewer: string): string => `
  from events e
  ${joinOwnInviteSql(viewer)}
  left join chat_room room on room.event_id = e.id and ${canChatSql(viewer)}`;

/** `$1` event, `$2` viewer, `$3` seq, `$4` maximum count, `$5` maximum bytes. `$3` and `$4` are passed by
 * `select`: a planner that sees their values plans each time, which takes as long as reading the page.
 * `octet_length` needs no detoasting, so text beyond the maximum is never read. */
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

/** At least one message if there is one. Undefined alike for a missing and an invisible event. */
export async function findPage(db: Queryable, asked: PageAsked): Promise<ChatRow | undefined> {
  const { eventId, viewerId, place, limit, maxBytes } = asked;
  const [sql, seq] = 'before' in place ? [BEFORE_SQL, place.before] : [AFTER_SQL, place.after];
  return (await db.query<ChatRow>(sql, [eventId, viewerId, seq, limit, maxBytes]))[0];
}

const INSERT_ROOM_SQL = `insert into chat_room (event_id, created_at) values ($1, $2) on conflict (event_id) do nothing`;

/** Ignores a concurrent insert. @throws a foreign key violation without such an event */
export async function insertRoom(db: Queryable, eventId: number, now: string): Promise<void> {
  await db.query(INSERT_ROOM_SQL, [eventId, now]);
}

export type Draft = { id: string; userId: string; message: string; now: string };

/** The result for a draft. `seq` is null unless it was added. */
export type DraftRow = Role &
  SenderColumns & {
    n: number;
    cancelled_at: string | null;
    seq: number | null;
    /** How far the sender has now read; null if an earlier message is unread. */
    read_seq: number | null;
    hidden_from: string[];
    adds_round: boolean;
  };

/** One statement checks access, takes the room's next numbers in the order of the drafts, and inserts. The room's row stays
 * locked until the commit, so numbers become visible in order and without gaps. `limit 1` keeps the planner from scanning tables
 * for a handful of rows; the arrays are passed by `select` because a planner that sees their length plans for each message, which
 * takes longer than storing it. From whom a sender is hidden is looked up for the first of their drafts. */
const ADD_SQL = `
  with guest as (
    select d.*, ${ROLE_COLUMNS}, e.cancelled_at, u.name, u.image, u.is_anonymous,
      ${canWriteSql('d.user_id')} as can_write,
      case when n = array_position((select $3::uuid[]), d.user_id) then ${hiddenFromSql('d.user_id')} end as hidden_from
    from events e
    cross join unnest((select $2::uuid[]), (select $3::uuid[]), (select $4::text[]), (select $5::timestamptz[]))
      with ordinality as d (id, user_id, message, created_at, n)
    cross join lateral (select p.name, p.image, p.is_anonymous from users p where p.id = d.user_id limit 1) u
    ${joinOwnInviteOfFewSql('d.user_id')}
    where e.id = $1 and ${visibleByInviteSql('d.user_id')}
  ), fresh as (
    select g.*, row_number() over (order by n desc) - 1 as after_it from guest g where can_write
  ), room as (
    insert into chat_room (event_id, last_seq, created_at)
    select $1, count(*), min(created_at) from fresh having count(*) > 0
    on conflict (event_id) do update set last_seq = chat_room.last_seq + excluded.last_seq
    returning id, last_seq
  ), added as (
    insert into chat_message (id, chat_room_id, seq, user_id, message, created_at)
    select f.id, room.id, room.last_seq - f.after_it, f.user_id, f.message, f.created_at from room, fresh f returning id, seq, user_id
  ), own as (
    insert into chat_read (event_id, user_id, last_seq)
    select $1, run.user_id, max(run.seq) from (
      select a.user_id, a.seq, a.seq - row_number() over (partition by a.user_id order by a.seq) as all_before_seq
      from added a) run
    where run.all_before_seq <= coalesce(
      (select r.last_seq from chat_read r where r.event_id = $1 and r.user_id = run.user_id limit 1), 0)
    group by run.user_id
    on conflict (event_id, user_id) do update set last_seq = greatest(chat_read.last_seq, excluded.last_seq) returning user_id, last_seq
  ), round as (${chatRoundSql({ eventId: '$1', sentAt: '(select min(created_at) from fresh)', from: 'room' })}
  )
  select g.n, ${roleColumnsOf('g')}, g.cancelled_at, g.name, g.image, g.is_anonymous, added.seq, own.last_seq as read_seq,
    coalesce(g.hidden_from, (select f.hidden_from from guest f where f.user_id = g.user_id and f.hidden_from is not null)) as hidden_from,
    exists (select from round) as adds_round
  from guest g
  left join added on added.id = g.id
  left join own on own.user_id = added.user_id`;

/** Adds drafts (with distinct ids) in their order. A draft whose sender cannot see the event has no row (`n`
 * counts from 1). @throws a unique violation when an id exists; nothing is added then */
export function insertMessages(
  db: Queryable,
  eventId: number,
  drafts: readonly Draft[],
): Promise<DraftRow[]> {
  const column = <K extends keyof Draft>(key: K) => drafts.map((draft) => draft[key]);
  const params = [eventId, column('id'), column('userId'), column('message'), column('now')];
  return db.query<DraftRow>(ADD_SQL, params);
}

const KNOWN_SQL = `
  select m.seq, m.kind, m.message, m.created_at, m.user_id, room.event_id = $1 as is_here,
    ${isHiddenMessageSql('$3', 'm')} as is_hidden, u.name, u.image, u.is_anonymous
  from chat_message m
  join chat_room room on room.id = m.chat_room_id
  left join users u on u.id = m.user_id
  where m.id = $2`;

export type KnownRow = Pick<MessageRow, 'seq' | 'kind' | 'message' | 'created_at' | 'is_hidden'> &
  SenderColumns & { user_id: string | null; is_here: boolean };

export async function findKnown(
  db: Queryable,
  eventId: number,
  { id, userId }: Pick<Draft, 'id' | 'userId'>,
): Promise<KnownRow | undefined> {
  const [row] = await db.query<KnownRow>(KNOWN_SQL, [eventId, id, userId]);
  return row;
}

const ADD_LINE_SQL = `
  with room as (
    insert into chat_room (event_id, last_seq, created_at) values ($1, 1, $5)
    on conflict (event_id) do update set last_seq = chat_room.last_seq + 1
    returning id, last_seq
  ), added as (
    insert into chat_message (id, chat_room_id, seq, user_id, kind, message, created_at, meet_at)
    select $2, room.id, room.last_seq, $3, $7, $4, $5, $6 from room
    returning seq
  )
  select added.seq, u.name, u.image, u.is_anonymous, ${hiddenFromSql('$3')} as hidden_from
  from added join users u on u.id = $3 join events e on e.id = $1`;

export type LineRow = SenderColumns & { seq: number; hidden_from: string[] };

/** @throws a foreign key violation when event or person is gone, a unique violation for the id of another message */
export async function insertLine(
  tx: Queryable,
  eventId: number,
  draft: Draft,
  { kind, meetAt }: { kind: ChatMessageKind; meetAt: string | null },
): Promise<LineRow> {
  const params = [eventId, draft.id, draft.userId, draft.message, draft.now, meetAt, kind];
  const [row] = await tx.query<LineRow>(ADD_LINE_SQL, params);
  if (row === undefined) throw new Error('The person who wrote the line is gone');
  return row;
}

export type ReadRow = Omit<AccessRow, 'removed_count'> & {
  read_seq: number;
  uncounted: number;
  has_advanced: boolean;
};

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
    ${uncountedSql({ viewer: '$2', roomId: 'g.room_id', readSeq: 'greatest(g.read_seq, marked.last_seq)', lastSeq: 'g.last_seq' })} as uncounted,
    coalesce(marked.last_seq > g.read_seq, false) as has_advanced
  from guest g left join marked on true`;

/** Undefined like `findPage`. Capped at the last message. `shownSeq`: what is on a visible page, read or not. */
export async function saveRead(
  db: Queryable,
  { eventId, viewerId, seq, shownSeq }: { eventId: number; viewerId: string; seq: number; shownSeq: number },
): Promise<ReadRow | undefined> {
  const [row] = await db.query<ReadRow>(MARK_READ_SQL, [eventId, viewerId, seq, shownSeq]);
  return row;
}

const ACCESS_SQL = `
  select ${ROLE_COLUMNS}, coalesce(room.last_seq, 0) as last_seq,
    coalesce(room.removed_count, 0) as removed_count, ${blockedDigestSql('$2')} as blocked
  ${accessFrom('$2')}
  where e.id = $1 and ${visibleByInviteSql('$2')}`;

type JoinRow = AccessRow & Pick<ChatRow, 'blocked'>;

export const findAccess = (db: Queryable, eventId: number, viewerId: string): Promise<JoinRow | undefined> =>
  db.query<JoinRow>(ACCESS_SQL, [eventId, viewerId]).then(([row]) => row);

const CHATTERS_SQL = `select id from ${chatterIdsSql('$1')} chatters`;
const READERS_SQL = `(
  select m.id, coalesce(own.last_seq, 0) as read_seq
  from ${chatterIdsSql('$1')} m join unnest((select $2::uuid[])) as reached (id) on reached.id = m.id
  left join chat_read own on own.event_id = $1 and own.user_id = m.id)`;
const MEMBERS_SQL = `
  select counted.user_id, counted.uncounted, room.last_seq from chat_room room
  cross join lateral ${uncountedOfManySql({ readers: READERS_SQL, roomId: 'room.id', lastSeq: 'room.last_seq' })} counted
  where room.event_id = $1`;

/** Who can chat and is reached, with their count of messages that never count as unread. */
export async function listMembers(
  db: Queryable,
  eventId: number,
  isReached: (userId: string) => boolean,
): Promise<{ user_id: string; uncounted: number; last_seq: number }[]> {
  const chatters = await db.query<{ id: string }>(CHATTERS_SQL, [eventId]);
  const reached = chatters.map(({ id }) => id).filter(isReached);
  return reached.length === 0 ? [] : await db.query(MEMBERS_SQL, [eventId, reached]);
}

/** The room first, as every writer of the log. */
const LOCK_ROOM_OF_SQL = `select id from chat_room where id = (select chat_room_id from chat_message where id = $1) for no key update`;
const REMOVE_SQL = `
  with removed as (
    update chat_message set kind = 'removed', message = $2, meet_at = null
    where id = $1 and kind <> 'removed' returning id, seq, kind, message, created_at, user_id
  ), room as (
    update chat_room set removed_count = removed_count + 1 where id = $3 and exists (select from removed)
    returning event_id, removed_count
  )
  select removed.*, before.kind = 'announcement' as was_announcement, room.event_id, room.removed_count,
    case when u.id is not null then ${personSql('u')} end as sender,
    ${hiddenFromSql('removed.user_id')} as hidden_from
  from removed join chat_message before using (id) cross join room join events e on e.id = room.event_id left join users u on u.id = removed.user_id`;

export type RemovedRow = Omit<MessageRow, 'meet_at' | 'is_hidden'> & {
  user_id: string | null;
  event_id: number;
  removed_count: number;
  was_announcement: boolean;
  hidden_from: string[];
};

/** Undefined for a missing message, and one removed before. */
export async function removeMessage(tx: Queryable, id: string, text: string) {
  const [room] = await tx.query<{ id: number }>(LOCK_ROOM_OF_SQL, [id]);
  return room && (await tx.query<RemovedRow>(REMOVE_SQL, [id, text, room.id]))[0];
}

const DELETE_SOME_SQL = `delete from chat_message where id = any(array(select m.id from chat_message m
  join chat_room r on r.id = m.chat_room_id where r.event_id = $1 limit $2)) returning id`;

export const deleteMessages = (db: Queryable, eventId: number, limit: number): Promise<number> =>
  db.query(DELETE_SOME_SQL, [eventId, limit]).then((rows) => rows.length);
