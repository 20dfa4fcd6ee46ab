import { isOutdated, pushRoutes } from '@hereabouts/contract/push';
import { call } from '#web/lib/api/api.ts';
import { webClock } from '#web/lib/time/clock.ts';

/** Several hints in a row are one look. */
const LOOK_AFTER_MS = 1_000;

let isWaiting = false;

export function clearSoon(workers: ServiceWorkerContainer): void {
  if (isWaiting) return;
  isWaiting = true;
  webClock.after(LOOK_AFTER_MS, () => {
    isWaiting = false;
    // Another hint, or the next push, tries again.
    void clear(workers).catch(() => {});
  });
}

async function clear(workers: ServiceWorkerContainer): Promise<void> {
  const shown = (await (await workers.getRegistration())?.getNotifications()) ?? [];
  if (shown.length === 0) return;
  const news = await call(pushRoutes.listShownNews);
  for (const one of shown) if (isOutdated(one, news)) one.close();
}
