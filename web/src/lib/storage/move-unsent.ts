import { CHAT_DRAFT_PREFIX } from './forget-unsent.ts';
import { keysWith, ofTab, readItem, removeItem, writeItem } from './safe-storage.ts';
import { outboxPrefixOf, UNSENT_MOVED } from './unsent-keys.ts';

type Move = { from: string; to: string };

/** Messages that a guest wrote and did not send become those of the account that takes over what the guest has sent (GUEST-04).
 * Their ids stay: the server may have stored some of them already. */
export function moveUnsent(guestId: string, userId: string): void {
  rename({ from: outboxPrefixOf(guestId), to: outboxPrefixOf(userId) });
  rename({ from: `${CHAT_DRAFT_PREFIX}${guestId}.`, to: `${CHAT_DRAFT_PREFIX}${userId}.` }, ofTab);
  dispatchEvent(new Event(UNSENT_MOVED));
}

function rename({ from, to }: Move, storageOf?: typeof ofTab): void {
  for (const key of keysWith(from, storageOf)) {
    const next = to + key.slice(from.length);
    // The account may have a draft of its own for that chat.
    if (readItem(next, storageOf) === null && writeItem(next, readItem(key, storageOf) ?? '', storageOf))
      removeItem(key, storageOf);
  }
}
