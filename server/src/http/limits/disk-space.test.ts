import type { StatsFs } from 'node:fs';
import { HOUR_MS, SECOND_MS } from '@hereabouts/contract/durations';
import { createFakeClock } from '@hereabouts/testing/fake-clock';
import { expect, test } from 'vitest';
import { LEFT_BY_WRITES_BYTES, type Disk } from '#server/data-dir.ts';
import { watchDiskSpace } from './disk-space.ts';

test('OPS-06 disk space is looked at once a second, also after the clock was set back', async () => {
  const clock = createFakeClock();
  let [looks, bavail] = [0, LEFT_BY_WRITES_BYTES];
  const disk: Disk = async () => {
    looks += 1;
    return { bavail, bsize: 1, files: 0, ffree: 0 } as StatsFs;
  };
  const hasSpace = watchDiskSpace(disk, clock);
  expect([hasSpace(), hasSpace()]).toEqual([true, true]);
  await Promise.resolve();
  bavail -= 1;
  expect([hasSpace(), looks]).toEqual([true, 1]);
  clock.advance(SECOND_MS + 1);
  hasSpace();
  await expect.poll(hasSpace).toBe(false);
  expect(looks).toBe(2);
  bavail += 1;
  clock.set(clock.now() - HOUR_MS);
  hasSpace();
  await expect.poll(hasSpace).toBe(true);
  expect(looks).toBe(3);
});
