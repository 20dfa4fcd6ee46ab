import { logError } from '#web/lib/log.ts';
import { webClock } from '#web/lib/time/clock.ts';
import { loadChunk } from './chunk.ts';

const AGAIN_MS = 1_000;
const AGAIN_MAX_MS = 60_000;

/** For a part that works unseen, so that nobody would ask for it again: after a failure it is loaded later and later, and at once
 * when the network is back. Returns what stops it. */
export function loadUntilThere<T>(
  load: () => Promise<T>,
  onLoaded: (part: T) => void,
  clock = webClock,
): () => void {
  let againMs = AGAIN_MS;
  let isLoading = false;
  let isOver = false;
  let stopWaiting = () => {};
  const stop = () => {
    isOver = true;
    stopWaiting();
    removeEventListener('online', attempt);
  };
  const attempt = () => {
    if (isLoading || isOver) return;
    isLoading = true;
    stopWaiting();
    loadChunk(load).then(
      (part) => {
        if (isOver) return;
        stop();
        onLoaded(part);
      },
      (cause: unknown) => {
        isLoading = false;
        if (isOver) return;
        logError('a part of the app did not load', cause);
        stopWaiting = clock.after(againMs, attempt);
        againMs = Math.min(2 * againMs, AGAIN_MAX_MS);
      },
    );
  };
  addEventListener('online', attempt);
  attempt();
  return stop;
}
