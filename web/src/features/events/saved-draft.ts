import { logError } from '#web/lib/log.ts';
import { EMPTY_DRAFT, type EventDraft } from './draft.ts';

const keyOf = (form: string) => `hereabouts.event-draft.${form}`;

/**
 * What was typed survives a reload, a step back and a lost session, in this tab. `form` is `new` or an event's id.
 */
export function saveDraft(form: string, draft: EventDraft): void {
  try {
    sessionStorage.setItem(keyOf(form), JSON.stringify(draft));
  } catch (error) {
    // A full or forbidden storage must not stop anyone from typing.
    logError('a draft could not be kept', error);
  }
}

export function readDraft(form: string): EventDraft | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(keyOf(form)) ?? 'null') as Partial<EventDraft> | null;
    // An older version of the app may have known fewer fields.
    return kept === null ? null : { ...EMPTY_DRAFT, ...kept };
  } catch {
    return null;
  }
}

export function forgetDraft(form: string): void {
  try {
    sessionStorage.removeItem(keyOf(form));
  } catch {
    // Nothing was kept, then.
  }
}
