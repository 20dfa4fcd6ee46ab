import { mergeGuests } from '@hereabouts/contract/event-merge';
import { EVENT_DRAFT_PREFIX } from '#web/lib/storage/forget-unsent.ts';
import { ofTab, removeItem } from '#web/lib/storage/safe-storage.ts';
import { logError } from '#web/lib/log.ts';
import { ownTimeZone } from '#web/lib/time/own-time-zone.ts';
import { EMPTY_DRAFT, inZone, type EventDraft } from './draft.ts';

const keyOf = (form: string) => EVENT_DRAFT_PREFIX + form;

type KeptForm = { draft: EventDraft; base: EventDraft };

/** Survives a reload, a step back and a lost session, in this tab. `form`: the person's id, a dot, and `new` or an event's id. */
export function saveDraft(form: string, kept: KeptForm, zone = ownTimeZone()): void {
  try {
    sessionStorage.setItem(keyOf(form), JSON.stringify({ ...kept, zone }));
  } catch (error) {
    // A full or forbidden storage must not stop anyone from typing.
    logError('a draft could not be kept', error);
  }
}

/** The guest list is updated to that of `initial`, the event as it is now: people who joined since are shown as invited. */
export function keptForm(form: string, initial: EventDraft, zone = ownTimeZone()): KeptForm | null {
  const found = readKept(form);
  if (found === null) return null;
  // An older version of the app may have known fewer fields.
  const wholeOf = (part: Partial<EventDraft>): EventDraft => {
    const whole = { ...EMPTY_DRAFT, ...part };
    return (found.zone ?? zone) === zone ? whole : inZone(whole, zone);
  };
  const [draft, base] = [wholeOf(found.draft), wholeOf(found.base)];
  const { inviteeIds } = initial;
  const chosen = [...mergeGuests(base.inviteeIds, draft.inviteeIds, inviteeIds)];
  return { draft: { ...draft, inviteeIds: chosen }, base: { ...base, inviteeIds } };
}

/** `zone`: in which times were typed. */
type FoundForm = { draft: Partial<EventDraft>; base: Partial<EventDraft>; zone?: string };

function readKept(form: string): FoundForm | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(keyOf(form)) ?? 'null') as Partial<FoundForm> | null;
    return kept?.draft && kept.base ? (kept as FoundForm) : null;
  } catch {
    return null;
  }
}

export const forgetDraft = (form: string): void => removeItem(keyOf(form), ofTab);
