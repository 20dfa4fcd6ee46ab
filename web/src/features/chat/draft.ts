import { CHAT_DRAFT_PREFIX as PREFIX } from '#web/lib/storage/forget-unsent.ts';

/** What was written and not sent, for as long as the tab is open. Without storage it lives as long as the page. */
export function readDraft(key: string): string {
  try {
    return sessionStorage.getItem(PREFIX + key) ?? '';
  } catch {
    return '';
  }
}

export function saveDraft(key: string, text: string): void {
  try {
    if (text === '') sessionStorage.removeItem(PREFIX + key);
    else sessionStorage.setItem(PREFIX + key, text);
  } catch {
    // The page itself still holds it.
  }
}
