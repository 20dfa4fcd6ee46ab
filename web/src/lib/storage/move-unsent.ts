import { CHAT_DRAFT_PREFIX } from './forget-unsent.ts';
import { keysWith, ofTab, readItem, removeItem, writeItem } from './safe-storage.ts';
import { ANSWERS_PREFIX, outboxPrefixOf, UNSENT_MOVED } from './unsent-keys.ts';

type Move = { from: string; to: string };

/** Messages and answers that a guest gave and that were not sent become those of the account that takes over what the guest has sent
 * (GUEST-04). The ids of messages stay: the server may have stored some of them already. */
export function moveUnsent(guestId: string, userId: string): void {
  rename({ from: outboxPrefixOf(guestId), to: outboxPrefixOf(userId) });
  rename({ from: `${ANSWERS_PREFIX}${guestId}.`, to: `${ANSWERS_PREFIX}${userId}.` });
  rename({ from: `${CHAT_DRAFT_PREFIX}${guestId}.`, to: `${CHAT_DRAFT_PREFIX}${userId}.` }, ofTab);
  dispatchEvent(new Event(UNSENT_MOVED));
}

function rename({ from, to }: Move, storageOf?: typeof ofTab): void {
  for (const key of keysWith(from, storageOf)) {
    const next = to + key.slice(from.length);
    // The account may have an answer or a draft of its own for that event.
    if (readItem(next, storageOf) === null && writeItem(next, readItem(key, storageOf) ?? '', storageOf))
      removeItem(key, storageOf);
  }
}
