import { UNREAD_MAX } from '@hereabouts/contract/limits';
import { notBlocked, notBlockedSql, type Block } from './blocked.ts';
import { canChat, canChatSql, isGuestSql, type Role } from './event-roles.ts';
import { isCancelled, notCancelledSql, type Times } from './event-times.ts';
import type { Viewer } from './viewer.ts';

/** Everybody who can chat, unless the event is cancelled (SAFE-04). */
export const canWrite = (viewer: Viewer, event: Role & Pick<Times, 'cancelled_at'>): boolean =>
  canChat(viewer, event) && !isCancelled(event);

export const canWriteSql = (viewer: string): string => `${canChatSql(viewer)} and ${notCancelledSql}`;

/** Ids of the guests from whom a sender is hidden (SAFE-01). */
export const hiddenFromSql = (sender: string): string => `array(
    select b.other_id from blocks b where b.user_id = ${sender} and ${isGuestSql('b.other_id')})`;

/** A message by somebody in a block with the viewer (SAFE-01). `wasBlocked`: its author's account is gone, and they were. */
export const isHiddenMessage = (withSender: Block, wasBlocked: boolean): boolean =>
  !notBlocked(withSender) || wasBlocked;

/** `message` is an alias of `chat_message`. */
export const isHiddenMessageSql = (viewer: string, message: string): string =>
  isHiddenAuthorSql(viewer, `${message}.user_id`, `${message}.author_key`);

/** `key` stands for an author whose account is gone. */
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

/** Their count after what the viewer has read, and of everything before the latest `UNREAD_MAX` messages: no more are told as
 * unread, or a whole chat would be counted anew for each answer to somebody who has blocked its authors. */
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
