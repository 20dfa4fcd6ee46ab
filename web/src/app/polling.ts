import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { webClock } from '#web/lib/time/clock.ts';
import { useOutage } from '#web/realtime/hooks.ts';

/** Source: RT-03. */
const POLL_MS = 15_000;

/** Refetches visible queries, the bell included, while there is no socket. */
export function usePolling(): void {
  const client = useQueryClient();
  const isLong = useOutage() === 'long';
  useEffect(() => {
    if (!isLong) return;
    const poll = () => {
      if (document.visibilityState === 'hidden' || !navigator.onLine) return;
      // On a slow network a read may take longer than the interval: it is left to finish.
      void client.invalidateQueries({}, { cancelRefetch: false });
    };
    poll();
    document.addEventListener('visibilitychange', poll);
    const stop = webClock.every(POLL_MS, poll);
    return () => {
      document.removeEventListener('visibilitychange', poll);
      stop();
    };
  }, [client, isLong]);
}
