import { endSubscription } from '#web/features/notifications/device.ts';

/** Where a session has ended its notifications go, and the browser gets no more of them: the server has ended the
 * subscription with the session, or hears of it later (PUSH-03). */
export async function forgetPush(): Promise<void> {
  const registration = await (navigator as Partial<Navigator>).serviceWorker?.getRegistration();
  for (const shown of (await registration?.getNotifications()) ?? []) shown.close();
  await endSubscription();
}
