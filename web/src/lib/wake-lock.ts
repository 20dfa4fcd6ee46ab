import { useEffect } from 'react';
import { logError } from './log.ts';

/** What of the browser keeps the screen on; not every browser has it. */
type Screen = { request(type: 'screen'): Promise<WakeLockSentinel> };

/**
 * Keeps the screen on until the returned function is called. The browser lets go whenever the page is hidden; it is
 * asked again when the page is shown.
 */
export function holdWakeLock(): () => void {
  const screen = (navigator as { wakeLock?: Screen }).wakeLock;
  if (screen === undefined) return () => {};
  let held: WakeLockSentinel | null = null;
  let released = false;

  const request = () => {
    if (document.visibilityState !== 'visible' || (held && !held.released)) return;
    screen.request('screen').then(
      (sentinel) => {
        held = sentinel;
        if (released) void sentinel.release();
      },
      // A low battery or a setting forbids it: the screen goes dark as it always does.
      (cause: unknown) => {
        if ((cause as DOMException).name !== 'NotAllowedError') logError('the screen is not kept on', cause);
      },
    );
  };
  request();
  document.addEventListener('visibilitychange', request);
  return () => {
    released = true;
    document.removeEventListener('visibilitychange', request);
    void held?.release();
  };
}

/** Keeps the screen on while the component is shown (LIVE-07). */
export function useWakeLock(wanted = true): void {
  useEffect(() => (wanted ? holdWakeLock() : undefined), [wanted]);
}
