import { statfs } from 'node:fs/promises';
import type { Clock } from '#server/clock.ts';
import { hasRoomForWrites } from '#server/data-dir.ts';

const SAMPLE_MS = 1_000;

/** Whether there was room for changes and sign-ups, at most a second ago. */
export function watchDiskRoom(folder: string, clock: Pick<Clock, 'now'>): () => boolean {
  let hasRoom = true;
  let sampledAtMs = -Infinity;
  const sample = async () => {
    hasRoom = hasRoomForWrites(await statfs(folder));
  };
  return () => {
    const nowMs = clock.now();
    if (nowMs - sampledAtMs >= SAMPLE_MS) {
      sampledAtMs = nowMs;
      // /readyz reports an unreadable folder.
      void sample().catch(() => {});
    }
    return hasRoom;
  };
}
