import { UNREAD_MAX } from '@hereabouts/contract/limits';
import { notBlocked, notBlockedSql, type Block } from './blocked.ts';
import { canChat, canChatSql, guestIdsSql, isGuestSql, type Role } from './event-roles.ts';
import { isCancelled, notCancelledSql, type Times } from './event-times.ts';
import type { Viewer } from './viewer.ts';

/** Nobody in a cancelled event (SAFE-04). */
export const canWrite = (viewer: Viewer, event: Role & Pick<Times, 'cancelled_at'>): boolean =>
  canChat(viewer, event) && !isCancelled(event);

export const canWriteSql = (viewer: string): string => `${canChatSql(viewer)} and ${notCancelledSql}`;

/** With more, the guests are looked up among the blocks: their number is limited, that of blocks is not. */
const FEW_BLOCKS = 100;

/** Guests from whom a sender is hidden (SAFE-01). */
export const hiddenFromSql = (sender: string, few = FEW_BLOCKS): string => `
  case when exists (select from blocks own where own.user_id = ${sender} offset ${few}) then array(
    select guest.id from ${guestIdsSql('e.id')} guest
    where (select true from blocks b where b.user_id = ${sender} and b.other_id = guest.id limit 1))
  else array(
    select b.other_id from blocks b where b.user_id = ${sender} and ${isGuestSql('b.other_id')}) end`;

/** For a stored message, whose author's account may be gone. `message`: alias of `chat_message`. */
export const messageHiddenFromSql = (message: string): string => `
  (${hiddenFromSql(`${message}.user_id`)}) || array(
    select gone.user_id from chat_hidden_authors gone
    where gone.author_key = ${message}.author_key and ${isGuestSql('gone.user_id')})`;

/** `wasBlocked`: before the author's account was deleted (SAFE-01). */
export const isHiddenMessage = (withSender: Block, wasBlocked: boolean): boolean =>
  !notBlocked(withSender) || wasBlocked;

export const isHiddenMessageSql = (viewer: string, message: string): string =>
  isHiddenAuthorSql(viewer, `${message}.user_id`, `${message}.author_key`);

export const isHiddenAuthorSql = (viewer: string, author: string, key: string): string =>
  `(not ${notBlockedSql(viewer, author)} or ${key} is not null and exists (
    select from chat_hidden_authors gone where gone.user_id = ${viewer} and gone.author_key = ${key}))`;

/** Messages that never count as unread: the viewer's own, and those hidden from them. */
export const isUncounted = (
  viewer: Viewer,
  senderId: string | null,
  withSender: Block,
  wasBlocked: boolean,
): boolean => senderId === viewer.userId || isHiddenMessage(withSender, wasBlocked);

export type RoomSql = { viewer: string; roomId: string; readSeq: string; lastSeq: string };

/** Own and hidden messages after what the viewer has read, and everything before the latest `UNREAD_MAX` messages: otherwise a
 * whole chat would be counted for each answer to somebody who has blocked its authors. */
export const uncountedSql = ({ viewer, roomId, readSeq, lastSeq }: RoomSql): string => {
  const countedFrom = `greatest(${readSeq}, ${lastSeq} - ${UNREAD_MAX})`;
  return `(
  case when ${lastSeq} > ${readSeq} then (${countedFrom} - ${readSeq})::int + (
    select count(*)::int from chat_message own
    where own.user_id = ${viewer} and own.chat_room_id = ${roomId} and own.seq > ${countedFrom}
  ) + case when exists (select from blocks b where b.user_id = ${viewer})
    or exists (select from chat_hidden_authors gone where gone.user_id = ${viewer})
  then (
    select count(*)::int from (
      select said.user_id, said.author_key from chat_message said
      where said.chat_room_id = ${roomId} and said.seq > ${countedFrom}
      order by said.seq desc limit ${UNREAD_MAX}) late
    where ${isHiddenAuthorSql(viewer, 'late.user_id', 'late.author_key')}
  ) else 0 end else 0 end)`;
};

export type RoomOfManySql = Omit<RoomSql, 'viewer' | 'readSeq'> & { readers: string; few?: number };

/** As `uncountedSql`, for many people in one room: a subquery with `user_id` and `uncounted`. `readers`: a subquery with `id` and
 * `read_seq`. `limit 1` keeps the planner from reading all blocks of somebody. */
export const uncountedOfManySql = ({
  readers,
  roomId,
  lastSeq,
  few = FEW_BLOCKS,
}: RoomOfManySql): string => `(
  with late as materialized (
    select coalesce(said.user_id, said.author_key) as writer_id, said.user_id is null as is_gone,
      array_agg(said.seq order by said.seq) as seqs
    from chat_message said
    where said.chat_room_id = ${roomId} and said.seq > ${lastSeq} - ${UNREAD_MAX}
      and coalesce(said.user_id, said.author_key) is not null
    group by 1, 2
  ), reader as materialized (
    select r.id, r.read_seq, greatest(r.read_seq, ${lastSeq} - ${UNREAD_MAX}) as counted_from,
      case when r.read_seq < ${lastSeq}
        then array(select b.other_id from blocks b where b.user_id = r.id limit ${few + 1}) end as blocked
    from ${readers} r
  ), omitted as (
    select r.id, r.id as writer_id from reader r
    union all
    select r.id, unnest(r.blocked) from reader r where cardinality(r.blocked) <= ${few}
    union all
    select r.id, late.writer_id from reader r cross join late where cardinality(r.blocked) > ${few}
      and (select true from blocks b where b.user_id = r.id and b.other_id = late.writer_id limit 1)
    union all
    select r.id, late.writer_id from reader r cross join late where late.is_gone and r.blocked is not null
      and (select true from chat_hidden_authors gone
        where gone.user_id = r.id and gone.author_key = late.writer_id limit 1)
  )
  select r.id as user_id, (r.counted_from - r.read_seq
    + coalesce(sum(cardinality(late.seqs) - width_bucket(r.counted_from, late.seqs)), 0))::int as uncounted
  from reader r left join omitted on omitted.id = r.id left join late on late.writer_id = omitted.writer_id
  group by r.id, r.read_seq, r.counted_from)`;
