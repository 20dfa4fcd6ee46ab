import { KEPT_DATABASE } from '#web/lib/storage/kept-database.ts';
import { LAST_VIEW_KEY } from '#web/lib/storage/last-view.ts';

/** Says that the database may hold something, so that no other page opens or deletes it. */
const MARK = 'hereabouts.kept';

export function markKept(isKept: boolean): void {
  try {
    if (isKept) localStorage.setItem(MARK, '1');
    else localStorage.removeItem(MARK);
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
export function forgetKept(): void {
  forgetLastView();
  try {
    if (localStorage.getItem(MARK) === null) return;
    indexedDB.deleteDatabase(KEPT_DATABASE);
    markKept(false);
    // Without it the server has ended them.
    void import('./forget-push.ts').then(({ forgetPush }) => forgetPush()).catch(() => {});
  } catch {
    // Without storage nothing was kept.
  }
}
