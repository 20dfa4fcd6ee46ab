import { ANSWERS_PREFIX, outboxPrefixOf, STOPS_PREFIX } from './unsent-keys.ts';

/** Key prefix of this tab's chat drafts. */
export const CHAT_DRAFT_PREFIX = 'hereabouts.chat-draft.';
/** Before the keys of event forms that were not saved, in this tab: the person's id, a dot, the form. */
export const EVENT_DRAFT_PREFIX = 'hereabouts.event-draft.';

/** Nothing that a person wrote and did not send stays behind, as after their account was deleted. Source: SAFE-03. */
export function forgetUnsent(userId: string): void {
  forget(() => localStorage, outboxPrefixOf(userId));
  forget(() => localStorage, `${STOPS_PREFIX}${userId}.`);
  forget(() => localStorage, `${ANSWERS_PREFIX}${userId}.`);
  forget(() => sessionStorage, `${CHAT_DRAFT_PREFIX}${userId}.`);
  forget(() => sessionStorage, `${EVENT_DRAFT_PREFIX}${userId}.`);
}

function forget(storageOf: () => Storage, prefix: string): void {
  try {
    const storage = storageOf();
    for (const key of Object.keys(storage)) if (key.startsWith(prefix)) storage.removeItem(key);
  } catch {
    // Without storage nothing was left in it.
  }
}
