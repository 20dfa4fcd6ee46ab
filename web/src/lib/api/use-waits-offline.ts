import { useEffect, useState } from 'react';
import { webClock } from '#web/lib/time/clock.ts';

/** What is kept on the device takes a moment, and a phone that wakes up is offline for one. */
const PATIENCE_MS = 1_000;

/** Whether a page has nothing to show until there is a network: its read goes on by itself then. */
export function useWaitsOffline({ isPending, isPaused }: { isPending: boolean; isPaused: boolean }): boolean {
  const waits = isPending && isPaused;
  const [isLong, setIsLong] = useState(false);
  useEffect(() => {
    if (!waits) return;
    const stop = webClock.after(PATIENCE_MS, () => setIsLong(true));
    return () => {
      stop();
      setIsLong(false);
    };
  }, [waits]);
  return waits && isLong;
}
