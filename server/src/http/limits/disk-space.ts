import { SECOND_MS } from '@hereabouts/contract/durations';
import { createFresh } from '#server/async/fresh.ts';
import type { Clock } from '#server/clock.ts';
import { hasRoomForWrites, type Disk } from '#server/data-dir.ts';

/** Whether there was room for changes and sign-ups, about a second ago. */
export function watchDiskRoom(disk: Disk, clock: Pick<Clock, 'now'>): () => boolean {
  let hasRoom = true;
  const sample = createFresh(clock, SECOND_MS, async () => {
    hasRoom = hasRoomForWrites(await disk());
  });
  return () => {
    // /readyz reports an unreadable folder.
    void sample().catch(() => {});
    return hasRoom;
  };
}
