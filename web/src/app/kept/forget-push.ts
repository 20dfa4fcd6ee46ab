import { endSubscription } from '#web/features/notifications/device.ts';
import { TAPPED_CACHE } from '#web/lib/storage/tapped-cache.ts';

/** Clears notifications, with what a tap on one has left to open, and unsubscribes: the server has ended the subscription with the
 * session, or hears later (PUSH-03). */
export async function forgetPush(): Promise<void> {
  // Not waited for: some browsers never answer.
  void (globalThis as Partial<typeof globalThis>).caches?.delete(TAPPED_CACHE).catch(() => {});
  const registration = await (navigator as Partial<Navigator>).serviceWorker?.getRegistration();
  for (const shown of (await registration?.getNotifications()) ?? []) shown.close();
  await endSubscription();
}
