import { isOutdated, type PushMessage, type ShownData } from '@hereabouts/contract/push';
import { scope } from './scope.ts';

const ICON = '/icons/icon-192.png';

/** Also clears what has been read on another device (PUSH-05). A message may come late, after those about newer news. */
export async function showPush(data: PushMessageData | null): Promise<void> {
  const message = data?.json() as PushMessage | undefined;
  if (message === undefined) return;
  const { title, body, tag, path, at } = message;
  const shown = await scope.registration.getNotifications();
  const lists = { as_of: at, ...message };
  for (const other of shown) if (other.tag !== tag && isOutdated(other, lists)) other.close();
  // Not every browser gives a notification's timestamp back.
  const kept: ShownData = { path, at };
  const options = { body, tag, renotify: true, timestamp: Date.parse(at), icon: ICON, data: kept };
  await scope.registration.showNotification(title, options);
}

/** In the open window where there is one. */
export async function openNotification(notification: Notification): Promise<void> {
  notification.close();
  const path = (notification.data as Partial<ShownData> | null)?.path;
  if (path === undefined) return;
  const windows = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const [open] = windows.toSorted((one, other) => rankOf(one) - rankOf(other));
  if (open === undefined) {
    await scope.clients.openWindow(path);
    return;
  }
  open.postMessage({ open: path });
  await open.focus();
}

const rankOf = ({ focused, visibilityState }: WindowClient): number =>
  focused ? 0 : visibilityState === 'visible' ? 1 : 2;
