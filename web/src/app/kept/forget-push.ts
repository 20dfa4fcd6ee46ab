import { endSubscription } from '#web/features/notifications/device.ts';

/** Clears notifications and unsubscribes: the server has ended the subscription with the session, or hears later (PUSH-03). */
export async function forgetPush(): Promise<void> {
  const registration = await (navigator as Partial<Navigator>).serviceWorker?.getRegistration();
  for (const shown of (await registration?.getNotifications()) ?? []) shown.close();
  await endSubscription();
}
