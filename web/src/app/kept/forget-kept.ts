import { KEPT } from '#web/lib/storage/kept-database.ts';
import { LAST_VIEW_KEY } from '#web/lib/storage/last-view.ts';
import { forgetPush } from './forget-push.ts';

/** So that no other page opens or deletes the database. */
export function markKept(isKept: boolean): void {
  try {
    if (isKept) localStorage.setItem(KEPT, '1');
    else localStorage.removeItem(KEPT);
  } catch {
    // Without storage nothing is kept.
  }
}

export function forgetLastView(): void {
  try {
    localStorage.removeItem(LAST_VIEW_KEY);
  } catch {
    // Without storage nothing was kept.
  }
}

/** Nothing that was read stays behind where a session ended while no page was open. */
export async function forgetKept(): Promise<void> {
  forgetLastView();
  indexedDB.deleteDatabase(KEPT);
  markKept(false);
  await forgetPush();
}
