import { keysWith, ofTab, removeItem } from './safe-storage.ts';
import { ANSWERS_PREFIX, outboxPrefixOf, STOPS_PREFIX } from './unsent-keys.ts';

export const CHAT_DRAFT_PREFIX = 'hereabouts.chat-draft.';
/** Unsaved event forms in this tab; followed by the person's id, a dot, the form. */
export const EVENT_DRAFT_PREFIX = 'hereabouts.event-draft.';
/** Friends ticked for an invitation in this tab; followed by the person's id, a dot, the event's. */
export const INVITE_DRAFT_PREFIX = 'hereabouts.invite-draft.';

/** Forgets what a person wrote and did not send, as after their account was deleted. Source: SAFE-03. */
export function forgetUnsent(userId: string): void {
  const ofBrowser = [outboxPrefixOf(userId), `${STOPS_PREFIX}${userId}.`, `${ANSWERS_PREFIX}${userId}.`];
  for (const key of ofBrowser.flatMap((prefix) => keysWith(prefix))) removeItem(key);
  const drafts = [CHAT_DRAFT_PREFIX, EVENT_DRAFT_PREFIX, INVITE_DRAFT_PREFIX];
  for (const key of drafts.flatMap((prefix) => keysWith(`${prefix}${userId}.`, ofTab)))
    removeItem(key, ofTab);
}
