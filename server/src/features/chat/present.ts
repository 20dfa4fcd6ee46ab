import type { ChatJoinReply, ChatMessage, ChatPage } from '@hereabouts/contract/chat';
import type { ChatProgress } from '@hereabouts/contract/chat-progress';
import { canHost } from '#server/access/events.ts';
import type { Viewer } from '#server/access/viewer.ts';
import { hiddenMessage } from './policy.ts';
import type { ChatRow, MessageRow } from './repo.ts';

export const presentMessage = (row: MessageRow): ChatMessage =>
  row.is_hidden
    ? hiddenMessage(row)
    : {
        id: row.id,
        seq: row.seq,
        kind: row.kind,
        message: row.message,
        ...(row.meet_at !== null && { meet_at: row.meet_at }),
        created_at: row.created_at,
        sender: row.sender,
      };

export const presentPage = (viewer: Viewer, row: ChatRow & { hasMore: boolean }): ChatPage => ({
  event: {
    id: row.id,
    title: row.title,
    is_cancelled: row.cancelled_at !== null,
    ...(row.mute !== null && { mute: row.mute }),
    ...(canHost('moderate', viewer, row) && { creator_id: row.created_by }),
  },
  messages: row.messages.map(presentMessage),
  has_more: row.hasMore,
  last_seq: row.last_seq,
  read_seq: row.read_seq,
  ...presentRemoved(row),
});

const presentRemoved = ({ removed_count }: Pick<ChatRow, 'removed_count'>) =>
  removed_count > 0 ? { removed_count } : {};

export const presentProgress = (row: ChatProgress): ChatProgress => ({
  last_seq: row.last_seq,
  read_seq: row.read_seq,
  uncounted: row.uncounted,
});

/** Messages missed since `after_seq`, if the client has asked. */
export const presentJoin = (
  joined: Pick<ChatRow, 'messages' | 'last_seq' | 'removed_count'>,
  hasAsked: boolean,
): ChatJoinReply => ({
  messages: joined.messages.map(presentMessage),
  has_more: hasAsked && (joined.messages.at(-1)?.seq ?? joined.last_seq) < joined.last_seq,
  last_seq: joined.last_seq,
  ...presentRemoved(joined),
});
