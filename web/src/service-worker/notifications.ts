import { isOutdated, type PushMessage, type ShownData } from '@hereabouts/contract/push';
import { webClock } from '#web/lib/time/clock.ts';
import { forgetTapped, keepTapped, readTapped } from './tapped.ts';
import { scope } from './scope.ts';

/** A page that listens answers well within this; one that is starting, or was started before it, does not. */
const ANSWER_WITHIN_MS = 2_000;
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
  // The right to open or focus a window lasts a moment: neither waits for the cache.
  const keeping = keepTapped(path);
  const windows = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const [open] = windows.toSorted((one, other) => rankOf(one) - rankOf(other));
  if (open === undefined) {
    await openWindow(path);
    return keeping;
  }
  // Refused where the browser sees no tap, or has counted it already.
  open.focus().catch(() => {});
  // A page that opens it makes it forgotten.
  await keeping;
  open.postMessage({ open: path });
  await new Promise<void>((resolve) => webClock.after(ANSWER_WITHIN_MS, resolve));
  if ((await readTapped()) !== path) return;
  // Refused for a window that another worker controls, or none.
  await open.navigate(path).catch(() => openWindow(path));
}

/** Some browsers open the app's first page instead: it asks for the path. */
async function openWindow(path: string): Promise<void> {
  await scope.clients.openWindow(path).catch(() => {});
}

/** From a page: which one a tap wants opened, or that it has opened it. */
export async function answerPage(data: unknown, page: ExtendableMessageEvent['source']): Promise<void> {
  const path = await readTapped();
  if (path === null) return;
  if (data === 'tapped?') page?.postMessage({ open: path });
  else if ((data as { opened?: unknown } | null)?.opened === path) await forgetTapped();
}

const rankOf = ({ focused, visibilityState }: WindowClient): number =>
  focused ? 0 : visibilityState === 'visible' ? 1 : 2;
