import { canWriteSql, hiddenFromSql, isHiddenMessageSql } from '#server/access/chat.ts';
import { joinOwnInviteOfFewSql, ROLE_COLUMNS, roleColumnsOf, type Role } from '#server/access/event-roles.ts';
import { visibleByInviteSql } from '#server/access/events.ts';
import type { Queryable } from '#server/db/database.ts';
import type { ChatMessageKind } from '#server/db/schema.ts';
import { chatRoundSql } from '#server/features/push/plan-service.ts';
import type { MessageRow } from './repo.ts';

type SenderColumns = { name: string; image: string | null; is_anonymous: boolean };

export type Draft = { id: string; userId: string; message: string; now: string };

export type DraftRow = Role &
  SenderColumns & {
    n: number;
    cancelled_at: string | null;
    /** Null unless the message was added. */
    seq: number | null;
    /** How far the sender has now read; null if an earlier message is unread. */
    read_seq: number | null;
    hidden_from: string[];
    adds_round: boolean;
  };

/** One statement checks access (`guest`), takes the room's next numbers in the order of the drafts (`room`), inserts (`added`),
 * marks as read by the senders (`own`) and adds the push round (`round`). The room's row stays locked until the commit: numbers
 * become visible in order and without gaps. `limit 1` keeps the planner from scanning tables, `select` around the arrays from
 * planning for each message, which takes longer than storing it. Hidden guests are looked up for the sender's first draft. */
const INSERT_MESSAGES_SQL = `
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
    select f.id, room.id, room.last_seq - f.after_it, f.user_id, f.message, f.created_at from room, fresh f
    returning id, seq, user_id
  ), own as (
    insert into chat_read (event_id, user_id, last_seq)
    select $1, run.user_id, max(run.seq) from (
      select a.user_id, a.seq, a.seq - row_number() over (partition by a.user_id order by a.seq) as all_before_seq
      from added a) run
    where run.all_before_seq <= coalesce(
      (select r.last_seq from chat_read r where r.event_id = $1 and r.user_id = run.user_id limit 1), 0)
    group by run.user_id
    on conflict (event_id, user_id) do update set last_seq = greatest(chat_read.last_seq, excluded.last_seq)
    returning user_id, last_seq
  ), round as (${chatRoundSql({ eventId: '$1', sentAt: '(select min(created_at) from fresh)', from: 'room' })}
  )
  select g.n, ${roleColumnsOf('g')}, g.cancelled_at, g.name, g.image, g.is_anonymous, added.seq, own.last_seq as read_seq,
    coalesce(g.hidden_from, (
      select f.hidden_from from guest f where f.user_id = g.user_id and f.hidden_from is not null)) as hidden_from,
    exists (select from round) as adds_round
  from guest g
  left join added on added.id = g.id
  left join own on own.user_id = added.user_id`;

/** Adds drafts with distinct ids. Returns a row for each whose sender can see the event; `n`: its place, from 1. @throws a unique
 * violation when an id exists; nothing is added then */
export function insertMessages(
  db: Queryable,
  eventId: number,
  drafts: readonly Draft[],
): Promise<DraftRow[]> {
  const column = <K extends keyof Draft>(key: K) => drafts.map((draft) => draft[key]);
  const params = [eventId, column('id'), column('userId'), column('message'), column('now')];
  return db.query<DraftRow>(INSERT_MESSAGES_SQL, params);
}

const STORED_MESSAGE_SQL = `
  select m.seq, m.kind, m.message, m.created_at, m.user_id, room.event_id = $1 as is_here,
    ${isHiddenMessageSql('$3', 'm')} as is_hidden, u.name, u.image, u.is_anonymous
  from chat_message m
  join chat_room room on room.id = m.chat_room_id
  left join users u on u.id = m.user_id
  where m.id = $2`;

export type StoredMessageRow = Pick<MessageRow, 'seq' | 'kind' | 'message' | 'created_at' | 'is_hidden'> &
  SenderColumns & { user_id: string | null; is_here: boolean };

/** In any chat. `is_here`: in the event's; `is_hidden`: from `userId`. */
export async function findStoredMessage(
  db: Queryable,
  eventId: number,
  { id, userId }: Pick<Draft, 'id' | 'userId'>,
): Promise<StoredMessageRow | undefined> {
  const [row] = await db.query<StoredMessageRow>(STORED_MESSAGE_SQL, [eventId, id, userId]);
  return row;
}

const INSERT_LINE_SQL = `
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

/** For another feature. @throws a foreign key violation without event or person, a unique violation for a taken id */
export async function insertLine(
  tx: Queryable,
  eventId: number,
  draft: Draft,
  { kind, meetAt }: { kind: ChatMessageKind; meetAt: string | null },
): Promise<LineRow> {
  const params = [eventId, draft.id, draft.userId, draft.message, draft.now, meetAt, kind];
  const [row] = await tx.query<LineRow>(INSERT_LINE_SQL, params);
  if (row === undefined) throw new Error('The person who wrote the line is gone');
  return row;
}
