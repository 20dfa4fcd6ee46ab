import { CHAT_DRAFT_PREFIX as PREFIX } from '#web/lib/storage/forget-unsent.ts';
import { ofTab, readItem, removeItem, writeItem } from '#web/lib/storage/safe-storage.ts';

/** What was written and not sent, for as long as the tab is open. Without storage it lives as long as the page. */
export const readDraft = (key: string): string => readItem(PREFIX + key, ofTab) ?? '';

export function saveDraft(key: string, text: string): void {
  if (text === '') removeItem(PREFIX + key, ofTab);
  else writeItem(PREFIX + key, text, ofTab);
}
