import { LAST_VIEW_KEY } from '#web/lib/storage/last-view.ts';
import { removeItem } from '#web/lib/storage/safe-storage.ts';
import { readStoredSession } from '#web/auth/stored-session.ts';
import { forgetPush } from './forget-push.ts';
import { markKept, openKeptStore } from './kept-store.ts';

export const forgetLastView = (): void => removeItem(LAST_VIEW_KEY);

/** For a session that ended while no page was open. The entries are deleted, not the database: a tab that is asleep would keep it
 * open, and the next one to open it would wait for that tab. */
export async function forgetKept(): Promise<void> {
  forgetLastView();
  await unmarkAfter(openKeptStore('').clear(), forgetPush());
}

/** The mark goes when all is forgotten: until then the next page tries again. */
export async function unmarkAfter(...forgotten: readonly Promise<void>[]): Promise<void> {
  const results = await Promise.allSettled(forgotten);
  const isDone = results.every(({ status }) => status === 'fulfilled');
  if (isDone && readStoredSession() === null) markKept(false);
}
