import type { Page } from 'playwright-core';

/** ms, but `cls`, a sum of shares of the view. `inpMs` is 0 where nothing took longer than 16 ms, the least a browser tells. */
export type Vitals = { fcpMs: number; lcpMs: number; cls: number; inpMs: number };

/** Runs in the page before anything of it does. */
export function watchVitals(): void {
  const vitals: Vitals = { fcpMs: 0, lcpMs: 0, cls: 0, inpMs: 0 };
  Object.assign(window, { vitals });
  const watch = (type: any, take: (entry: any) => void, more: object = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({
      type,
      buffered: true,
      ...more,
    });
  watch('paint', (entry) => {
    if (entry.name === 'first-contentful-paint') vitals.fcpMs = entry.startTime;
  });
  watch('largest-contentful-paint', (entry) => (vitals.lcpMs = entry.startTime));
  watch('layout-shift', (entry) => {
    if (!entry.hadRecentInput) vitals.cls += entry.value;
  });
  const take = (entry: any) => {
    if (entry.interactionId > 0) vitals.inpMs = Math.max(vitals.inpMs, entry.duration);
  };
  watch('event', take, { durationThreshold: 16 });
}

export const readVitals = (page: Page): Promise<Vitals> => page.evaluate('vitals');
