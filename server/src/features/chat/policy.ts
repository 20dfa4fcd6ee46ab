import { CHAT_MESSAGES, type ChatMessage } from '@hereabouts/contract/chat';
import { mayChat } from '#server/features/events/policy.ts';

type Viewer = { userId: string };
/** An event the viewer can see. */
type Event = { created_by: string; my_status: string | null };

/** Why somebody who can see the event may neither read nor write its chat (CHAT-11); null where they may. */
export function chatRefusal(viewer: Viewer, event: Event): string | null {
  if (mayChat(viewer, event)) return null;
  return event.my_status === null ? CHAT_MESSAGES.notGuest : CHAT_MESSAGES.declined;
}

/** `mayChat` in SQL, over `events e` and the viewer's own invite `mine`, if any. `viewer` is trusted SQL. */
export const mayChatSql = (viewer: string): string =>
  `(e.created_by = ${viewer} or coalesce(mine.status <> 'declined', false))`;

export type RoomSql = { viewer: string; roomId: string; readSeq: string; lastSeq: string };

/**
 * How many messages of a room after those a viewer has read are not unread all the same: their own, and those hidden
 * from them (SAFE-01). All are trusted SQL. Who has read everything costs nothing, who blocks nobody two look-ups.
 */
export const uncountedSql = ({ viewer, roomId, readSeq, lastSeq }: RoomSql): string => `(
  case when ${lastSeq} > ${readSeq} then (
    select count(*)::int from chat_message own
    where own.user_id = ${viewer} and own.chat_room_id = ${roomId} and own.seq > ${readSeq}
  ) + (
    select count(*)::int from blocks b
    join chat_message hidden on hidden.user_id = b.other_id and hidden.chat_room_id = ${roomId} and hidden.seq > ${readSeq}
    where b.user_id = ${viewer}
  ) else 0 end)`;

/** What is left of a message for somebody for whom its sender does not exist: its place in the log (SAFE-01). */
export const hiddenMessage = ({ id, seq, created_at }: ChatMessage): ChatMessage => ({
  id,
  seq,
  kind: 'hidden',
  message: '',
  created_at,
  sender: null,
});
