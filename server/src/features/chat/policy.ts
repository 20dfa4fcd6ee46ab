import { CHAT_TEXTS, type ChatMessage } from '@hereabouts/contract/chat';
import { canChat, isGuest, type Role } from '#server/access/event-roles.ts';

const HIDDEN_AT = '1970-01-01T00:00:00.000Z';

type Viewer = { userId: string };

/** Why somebody who can see the event may neither read nor write its chat (CHAT-11); null where they may. */
export function chatRefusal(viewer: Viewer, event: Role): string | null {
  if (canChat(viewer, event)) return null;
  return isGuest(viewer, event) ? CHAT_TEXTS.declined : CHAT_TEXTS.notGuest;
}

/**
 * What is left of a message for a person for whom its sender does not exist: a number of the log, so that it has no gap
 * (SAFE-01). Neither id nor time: nothing by which a message that was read before a block could be recognised.
 */
export const hiddenMessage = ({ seq }: Pick<ChatMessage, 'seq'>): ChatMessage => ({
  id: `00000000-0000-8000-8000-${seq.toString(16).padStart(12, '0')}`,
  seq,
  kind: 'hidden',
  message: '',
  created_at: HIDDEN_AT,
  sender: null,
});
