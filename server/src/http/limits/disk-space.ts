import { SECOND_MS } from '@hereabouts/contract/durations';
import { createFresh } from '#server/async/fresh.ts';
import type { Clock } from '#server/clock.ts';
import { hasSpaceForWrites, type Disk } from '#server/data-dir.ts';

/** Whether there was space for changes and sign-ups, about a second ago. */
export function watchDiskSpace(disk: Disk, clock: Pick<Clock, 'now'>): () => boolean {
  let hasSpace = true;
  const sample = createFresh(clock, SECOND_MS, async () => {
    hasSpace = hasSpaceForWrites(await disk());
  });
  return () => {
    // /readyz reports an unreadable folder.
    void sample().catch(() => {});
    return hasSpace;
  };
}
