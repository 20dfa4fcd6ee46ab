import { KEPT } from '#web/lib/storage/kept-database.ts';
import { LAST_VIEW_KEY } from '#web/lib/storage/last-view.ts';
import { removeItem, writeItem } from '#web/lib/storage/safe-storage.ts';
import { forgetPush } from './forget-push.ts';

/** So that no other page opens or deletes the database. */
export function markKept(isKept: boolean): void {
  if (isKept) writeItem(KEPT, '1');
  else removeItem(KEPT);
}

export const forgetLastView = (): void => removeItem(LAST_VIEW_KEY);

/** For a session that ended while no page was open. */
export async function forgetKept(): Promise<void> {
  forgetLastView();
  indexedDB.deleteDatabase(KEPT);
  markKept(false);
  await forgetPush();
}
