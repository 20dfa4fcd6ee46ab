import { notBlocked, type Block } from './blocked.ts';
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

/** Messages that never count as unread: the viewer's own, and those hidden from them (SAFE-01). */
export const isUncounted = (viewer: Viewer, senderId: string | null, withSender: Block): boolean =>
  senderId === viewer.userId || !notBlocked(withSender);

export type RoomSql = { viewer: string; roomId: string; readSeq: string; lastSeq: string };

/** Their count after what the viewer has read. No look-up if all is read; two if the viewer blocks nobody. */
export const uncountedSql = ({ viewer, roomId, readSeq, lastSeq }: RoomSql): string => `(
  case when ${lastSeq} > ${readSeq} then (
    select count(*)::int from chat_message own
    where own.user_id = ${viewer} and own.chat_room_id = ${roomId} and own.seq > ${readSeq}
  ) + (
    select count(*)::int from blocks b
    join chat_message hidden on hidden.user_id = b.other_id and hidden.chat_room_id = ${roomId} and hidden.seq > ${readSeq}
    where b.user_id = ${viewer}
  ) else 0 end)`;
