import type { Notification } from '@hereabouts/contract/notifications';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useMarkRead } from './queries.ts';

const isShown = () => document.visibilityState === 'visible';
function onShownChange(onChange: () => void): () => void {
  document.addEventListener('visibilitychange', onChange);
  return () => document.removeEventListener('visibilitychange', onChange);
}

/**
 * Marks what is in sight as read, on every device, and keeps in mind for this visit what was new: it stays marked as such
 * until the person comes back. A page in a hidden tab reads nothing.
 */
export function useNewInVisit(notifications: readonly Notification[]): ReadonlySet<number> {
  const [newIds, setNewIds] = useState<ReadonlySet<number>>(new Set());
  const { mutate } = useMarkRead();
  const shown = useSyncExternalStore(onShownChange, isShown);
  const newest = notifications.find(({ is_read }) => !is_read)?.id ?? 0;

  useEffect(() => {
    const unread = notifications.filter(({ is_read }) => !is_read);
    if (unread.length > 0) setNewIds((before) => new Set([...before, ...unread.map(({ id }) => id)]));
  }, [notifications]);

  useEffect(() => {
    if (shown && newest > 0) mutate(newest);
  }, [shown, newest, mutate]);

  return newIds;
}
