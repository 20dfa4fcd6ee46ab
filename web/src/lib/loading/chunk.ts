import { lookForRelease } from '#web/lib/release/new-release.ts';
import { webClock } from '#web/lib/time/clock.ts';

/** Source: NAV-08. */
export const CHUNK_TIMEOUT_MS = 120_000;

export class ChunkTimeoutError extends Error {
  override name = 'ChunkTimeoutError';
}

export async function loadChunk<T>(load: () => Promise<T>, timeoutMs = CHUNK_TIMEOUT_MS): Promise<T> {
  let stopWaiting = () => {};
  const limit = new Promise<never>((_resolve, reject) => {
    const fail = () => reject(new ChunkTimeoutError('This part of the app did not load'));
    stopWaiting = webClock.after(timeoutMs, fail);
  });
  try {
    return await Promise.race([load(), limit]);
  } catch (cause) {
    // The server may no longer have the parts of this page's release.
    lookForRelease();
    throw cause;
  } finally {
    stopWaiting();
  }
}
