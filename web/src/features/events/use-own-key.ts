import { useEffect, useEffectEvent } from 'react';
import { webClock } from '#web/lib/time/clock.ts';

/** A page that was left by a reload has let go of its key long before. */
const LET_GO_MAX_MS = 1_000;

/** Tells when another tab already makes an event under this key. A tab that was duplicated has the draft with its key, and
 * what it saves would take the place of the event that the first one makes (EVF-14). */
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
