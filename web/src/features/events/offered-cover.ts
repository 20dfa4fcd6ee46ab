import { EVENT_DRAFT_PREFIX } from '#web/lib/storage/forget-unsent.ts';
import { coverNamed, FOR_ANY_EVENT, type CoverName } from './covers.ts';

const keyOf = (form: string) => `${EVENT_DRAFT_PREFIX}${form}.cover`;

/** The cover that a new event begins with: any of those that suit every event, and the same one after a reload or a step
 * back, until the event is made or given up. */
export function offeredCover(form: string): CoverName {
  const { name } = FOR_ANY_EVENT[Math.floor(Math.random() * FOR_ANY_EVENT.length)] ?? FOR_ANY_EVENT[0]!;
  try {
    const offered = coverNamed(sessionStorage.getItem(keyOf(form)))?.name ?? name;
    sessionStorage.setItem(keyOf(form), offered);
    return offered;
  } catch {
    // Without storage it may be another one after a reload.
    return name;
  }
}

export function forgetOfferedCover(form: string): void {
  try {
    sessionStorage.removeItem(keyOf(form));
  } catch {
    // Nothing was kept, then.
  }
}
