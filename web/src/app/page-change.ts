import { useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { expectArrival } from '#web/lib/navigation/focus-on-arrival.ts';
import { nextPageShown } from '#web/lib/navigation/next-page.ts';
import { ofTab, writeItem } from '#web/lib/storage/safe-storage.ts';
import { webClock } from '#web/lib/time/clock.ts';

/** How long a page may take to reach its old height, on a slow network. */
const RESTORE_FOR_MS = 10_000;
const KEPT_KEY = 'hereabouts.scroll';
const positions = new Map(keptPositions());
addEventListener('pagehide', keepPositions);

/** New pages start at the top, revisited ones where they were left; the heading takes the focus. */
export function usePageChange(): void {
  const { key, pathname } = useLocation();
  const type = useNavigationType();
  const shownPath = useRef(pathname);

  // A layout effect, so that the new page's heading finds it set in its own effect.
  useLayoutEffect(() => {
    if (shownPath.current === pathname) return;
    shownPath.current = pathname;
    expectArrival();
    nextPageShown();
  }, [pathname]);

  // A layout effect: its cleanup runs before the page is scrolled below, which is not where the last one was left.
  useLayoutEffect(() => {
    history.scrollRestoration = 'manual';
    const remember = () => void positions.set(key, scrollY);
    addEventListener('scroll', remember, { passive: true });
    return () => removeEventListener('scroll', remember);
  }, [key]);

  useLayoutEffect(() => {
    // oxlint-disable-next-line typescript/no-unsafe-enum-comparison -- the router's enum is erased to this text
    const wanted = type === 'POP' ? (positions.get(key) ?? 0) : 0;
    scrollTo(0, wanted);
    if (wanted === 0) return;
    const observer = new ResizeObserver(() => scrollTo(0, wanted));
    observer.observe(document.documentElement);
    const stop = () => observer.disconnect();
    const forgetTimer = webClock.after(RESTORE_FOR_MS, stop);
    const gestures = ['wheel', 'pointerdown', 'keydown'] as const;
    for (const gesture of gestures) addEventListener(gesture, stop, { once: true, passive: true });
    return () => {
      stop();
      forgetTimer();
      for (const gesture of gestures) removeEventListener(gesture, stop);
    };
  }, [key, type]);
}

/** A page that is loaded again knows its entries of the history by the same keys; any other load starts anew. */
function keptPositions(): [string, number][] {
  try {
    const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    const kept = load?.type === 'reload' ? sessionStorage.getItem(KEPT_KEY) : null;
    return JSON.parse(kept ?? '[]') as [string, number][];
  } catch {
    return [];
  }
}

/** Where nothing is stored a page starts at the top. */
function keepPositions(): void {
  writeItem(KEPT_KEY, JSON.stringify([...positions]), ofTab);
}
