import { useEffect } from 'react';
import { logError } from '#web/lib/log.ts';

/** Requested again whenever the page is shown, because hiding releases it. Nothing if unsupported or refused (low battery). */
export function useWakeLock(wanted = true): void {
  useEffect(() => {
    if (!wanted || !('wakeLock' in navigator)) return;
    let lock: WakeLockSentinel | null = null;
    let asking = false;
    let left = false;

    async function hold() {
      if (document.hidden || left || asking || (lock !== null && !lock.released)) return;
      asking = true;
      try {
        const taken = await navigator.wakeLock.request('screen');
        if (left) await taken.release();
        else lock = taken;
      } catch (cause) {
        if (!(cause instanceof DOMException)) logError('the screen could not be kept on', cause);
      } finally {
        asking = false;
      }
    }

    void hold();
    const onChange = () => void hold();
    document.addEventListener('visibilitychange', onChange);
    return () => {
      left = true;
      document.removeEventListener('visibilitychange', onChange);
      void lock?.release().catch(() => {});
    };
  }, [wanted]);
}
