import { INVITE_DRAFT_PREFIX } from '#web/lib/storage/forget-unsent.ts';
import { ofTab, readItem, removeItem, writeItem } from '#web/lib/storage/safe-storage.ts';

/** Who was ticked and not invited, for as long as the tab is open: also over a reload (PWA-04). */
export type KeptChoice = { read: () => ReadonlySet<string>; keep: (chosen: ReadonlySet<string>) => void };

export function keptChoice(userId: string, eventId: number): KeptChoice {
  const key = `${INVITE_DRAFT_PREFIX}${userId}.${eventId}`;
  return {
    read: () => new Set(readItem(key, ofTab)?.split(' ')),
    keep(chosen) {
      if (chosen.size === 0) removeItem(key, ofTab);
      else writeItem(key, [...chosen].join(' '), ofTab);
    },
  };
}
