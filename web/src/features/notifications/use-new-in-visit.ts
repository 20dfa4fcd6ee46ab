import type { Notification } from '@hereabouts/contract/notifications';
import { useEffect, useState } from 'react';
import { useOnline } from '#web/lib/device/use-online.ts';
import { useShown } from '#web/lib/device/use-shown.ts';
import { useMarkRead } from './queries.ts';

/** `notLoadedCount`: new ones on pages that are not loaded yet. */
export type New = { ids: ReadonlySet<number>; notLoadedCount: number; oldestId: number };
export const NOTHING_NEW: New = { ids: new Set(), notLoadedCount: 0, oldestId: Infinity };

/** Adds the current list. Marking as read includes all older ones, so the new ones are on top without a gap: those that were
 * counted but not yet seen are the first on later pages. */
export function withNew(before: New, notifications: readonly Notification[], unreadCount: number): New {
  const unread = notifications.filter(({ is_read }) => !is_read).map(({ id }) => id);
  const unseen = unread.length > 0 ? unreadCount - unread.length : 0;
  const lastId = notifications.at(-1)?.id ?? Infinity;
  if (unseen > before.notLoadedCount)
    return { ids: union(before.ids, unread), notLoadedCount: unseen, oldestId: lastId };
  const late = notifications
    .filter(({ id }) => id < before.oldestId)
    .slice(0, before.notLoadedCount)
    .map(({ id }) => id);
  return {
    ids: union(before.ids, [...unread, ...late]),
    notLoadedCount: before.notLoadedCount - late.length,
    oldestId: Math.min(before.oldestId, lastId),
  };
}

const NONE: readonly Notification[] = [];

const union = (before: ReadonlySet<number>, ids: readonly number[]): ReadonlySet<number> =>
  ids.every((id) => before.has(id)) ? before : new Set([...before, ...ids]);

/** Marks visible notifications as read, on every device; for this visit they still look new. A hidden tab marks nothing; offline,
 * it waits for a network. */
export function useNewInVisit(
  notifications: readonly Notification[],
  unreadCount: number,
  readAtMs: number,
): { newIds: ReadonlySet<number>; clear: () => void } {
  const [seen, setSeen] = useState({ notifications: NONE, unreadCount: 0, visit: NOTHING_NEW });
  const { mutate } = useMarkRead();
  const shown = useShown();
  const online = useOnline();
  const newest = notifications.find(({ is_read }) => !is_read)?.id ?? 0;

  if (seen.notifications !== notifications || seen.unreadCount !== unreadCount) {
    setSeen({ notifications, unreadCount, visit: withNew(seen.visit, notifications, unreadCount) });
  }

  useEffect(() => {
    if (shown && online && newest > 0) mutate(newest);
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- once more where a later list still has it as unread
  }, [shown, online, newest, readAtMs, mutate]);

  return {
    newIds: seen.visit.ids,
    clear: () => setSeen({ notifications, unreadCount, visit: NOTHING_NEW }),
  };
}
