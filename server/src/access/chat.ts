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

/** Their count after what the viewer has read. No look-up if all is read; three if the viewer blocks nobody. */
export const uncountedSql = ({ viewer, roomId, readSeq, lastSeq }: RoomSql): string => `(
  case when ${lastSeq} > ${readSeq} then (
    select count(*)::int from chat_message own
    where own.user_id = ${viewer} and own.chat_room_id = ${roomId} and own.seq > ${readSeq}
  ) + (
    select count(*)::int from blocks b
    join chat_message hidden on hidden.user_id = b.other_id and hidden.chat_room_id = ${roomId} and hidden.seq > ${readSeq}
    where b.user_id = ${viewer}
  ) + (
    select count(*)::int from chat_hidden_authors gone
    join chat_message hidden on hidden.author_key = gone.author_key and hidden.chat_room_id = ${roomId} and hidden.seq > ${readSeq}
    where gone.user_id = ${viewer}
  ) else 0 end)`;
