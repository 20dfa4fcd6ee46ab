import { useEffect, useEffectEvent } from 'react';
import { webClock } from '#web/lib/time/clock.ts';

/** A page left by a reload has released its key by then. */
const LET_GO_MAX_MS = 1_000;

/** Detects another tab with this key: a duplicated tab has the draft's key too, and its save would replace the first one's
 * event (EVF-14). */
export function useOwnKey(key: string | null, onTaken: () => void): void {
  const taken = useEffectEvent(onTaken);
  useEffect(() => {
    const locks = (navigator as Partial<Navigator>).locks;
    if (key === null || !locks) return;
    const waiting = new AbortController();
    let letGo = () => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const stopWaiting = webClock.after(LET_GO_MAX_MS, () => waiting.abort('taken'));
    const hold = () => {
      stopWaiting();
      return held;
    };
    locks
      .request(`hereabouts.event-draft.${key}`, { signal: waiting.signal }, hold)
      .catch((cause: unknown) => cause === 'taken' && taken());
    return () => {
      stopWaiting();
      waiting.abort();
      letGo();
    };
  }, [key]);
}
