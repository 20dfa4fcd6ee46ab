import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFakeClock } from '@hereabouts/testing/fake-clock';
import { silentLog } from '@hereabouts/testing/silent-log';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { listSnapshots, scheduleSnapshots, SNAPSHOT_EVERY_MS } from './snapshots.ts';

let folders: string[];
beforeEach(async () => {
  folders = await Promise.all(['stopped-', 'running-'].map((name) => mkdtemp(join(tmpdir(), name))));
});
afterEach(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))));

test('stopped while the database is tidied, it takes no snapshot any more', async () => {
  const clock = createFakeClock();
  const tidied = Promise.withResolvers<void>();
  const tidy = vi.fn<() => Promise<void>>(() => tidied.promise);
  const copy = async () => {};
  const [stopped, running] = await Promise.all(
    folders.map((dataDir) => scheduleSnapshots({ dataDir, tidy, copy, clock, log: silentLog })),
  );
  clock.advance(SNAPSHOT_EVERY_MS);
  expect(tidy).toHaveBeenCalledTimes(2);
  await stopped?.stop();
  tidied.resolve();
  // Which began later, had both begun.
  await expect.poll(() => listSnapshots(folders[1] ?? '')).toHaveLength(1);
  expect(await listSnapshots(folders[0] ?? '')).toEqual([]);
  await running?.stop();
});
