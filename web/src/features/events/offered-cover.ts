import { EVENT_DRAFT_PREFIX } from '#web/lib/storage/forget-unsent.ts';
import { ofTab, readItem, removeItem, writeItem } from '#web/lib/storage/safe-storage.ts';
import { coverNamed, FOR_ANY_EVENT, type CoverName } from './covers.ts';

const keyOf = (form: string) => `${EVENT_DRAFT_PREFIX}${form}.cover`;

/** One of `FOR_ANY_EVENT`, the same after a reload or a step back, until the event is made or given up. */
export function offeredCover(form: string): CoverName {
  const { name } = FOR_ANY_EVENT[Math.floor(Math.random() * FOR_ANY_EVENT.length)] ?? FOR_ANY_EVENT[0]!;
  const offered = coverNamed(readItem(keyOf(form), ofTab))?.name ?? name;
  // Without storage it may be another one after a reload.
  writeItem(keyOf(form), offered, ofTab);
  return offered;
}

export const forgetOfferedCover = (form: string): void => removeItem(keyOf(form), ofTab);
