import { CHAT_TEXTS, type ChatMessage } from '@hereabouts/contract/chat';
import { canChat, isGuest, type Role } from '#server/access/event-roles.ts';

const HIDDEN_AT = '1970-01-01T00:00:00.000Z';

type Viewer = { userId: string };

/** Why a viewer of the event may not chat (CHAT-11), or null. */
export function chatRefusal(viewer: Viewer, event: Role): string | null {
  if (canChat(viewer, event)) return null;
  return isGuest(viewer, event) ? CHAT_TEXTS.declined : CHAT_TEXTS.notGuest;
}

/** For somebody in a block with the author: the number (no gap in the log, SAFE-01), but nothing a former reader would
 * recognise. */
export const hiddenMessage = ({ seq }: Pick<ChatMessage, 'seq'>): ChatMessage => ({
  id: `00000000-0000-8000-8000-${seq.toString(16).padStart(12, '0')}`,
  seq,
  kind: 'hidden',
  message: '',
  created_at: HIDDEN_AT,
  sender: null,
});

type Written = { id: string; userId: string; message: string; now: string };
type Stored = Pick<ChatMessage, 'seq' | 'kind'> & {
  name: string;
  image: string | null;
  is_anonymous: boolean;
};

export const addedMessage = (
  { id, userId, message, now }: Written,
  { seq, kind, name, image, is_anonymous }: Stored,
): ChatMessage => ({
  id,
  seq,
  kind,
  message,
  created_at: now,
  sender: { id: userId, name, image, ...(is_anonymous && { is_anonymous }) },
});

export const isOwn = (viewer: Viewer, known: { is_here: boolean; user_id: string | null }): boolean =>
  known.is_here && known.user_id === viewer.userId;
