import { randomBytes } from 'node:crypto';
import type { StatsFs } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DAY_MS, HOUR_MS } from '@hereabouts/contract/durations';
import { createFakeClock } from '@hereabouts/testing/fake-clock';
import { silentLog } from '@hereabouts/testing/silent-log';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Pack } from 'tar-stream';
import { LEFT_BY_COPIES_BYTES } from '#server/data-dir.ts';
import { folderBytes } from './folder-bytes.ts';
import { snapshotName } from './snapshot-retention.ts';
import { listSnapshots, scheduleSnapshots, SNAPSHOT_EVERY_MS, snapshotsFolder } from './snapshots.ts';
import { packBytes } from './tar-folder.ts';

let folders: string[];
beforeEach(async () => {
  folders = await Promise.all(['stopped-', 'running-'].map((name) => mkdtemp(join(tmpdir(), name))));
});
afterEach(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))));

test('stopped while the database is vacuumed, it takes no snapshot any more', async () => {
  const clock = createFakeClock();
  const vacuumed = Promise.withResolvers<void>();
  const vacuum = vi.fn<() => Promise<void>>(() => vacuumed.promise);
  const copy = async () => {};
  const [stopped, running] = await Promise.all(
    folders.map((dataDir) =>
      scheduleSnapshots({
        dataDir,
        vacuum,
        checkpoint: copy,
        copy,
        disk: () => statfs(dataDir),
        clock,
        log: silentLog,
      }),
    ),
  );
  clock.advance(SNAPSHOT_EVERY_MS);
  expect(vacuum).toHaveBeenCalledTimes(2);
  await stopped?.stop();
  vacuumed.resolve();
  // Which began later, had both begun.
  await expect.poll(() => listSnapshots(folders[1] ?? '')).toHaveLength(1);
  expect(await listSnapshots(folders[0] ?? '')).toEqual([]);
  await running?.stop();
});

const OLD_BYTES = 100_000;
const MB = 1024 * 1024;

/** A schedule in the first folder, on a disk that has so many bytes for snapshots beside what they leave to others; with one
 * of `OLD_BYTES` for each age. */
async function startWith(
  agesMs: readonly number[],
  spaceBytes: number,
  copy: (to: Pack) => Promise<void>,
  clock = createFakeClock(),
) {
  const [dataDir = ''] = folders;
  const folder = snapshotsFolder(dataDir);
  await mkdir(folder);
  const names = agesMs.map((ageMs) => snapshotName(clock.now() - ageMs));
  for (const name of names) await writeFile(join(folder, name), Buffer.alloc(OLD_BYTES));
  const disk = async () => {
    const bavail = LEFT_BY_COPIES_BYTES + spaceBytes - (await folderBytes(folder));
    return { bavail, bsize: 1, files: 0, ffree: 0 } as StatsFs;
  };
  const nothing = async () => {};
  const options = { dataDir, vacuum: nothing, checkpoint: nothing, copy, disk, clock, log: silentLog };
  return { schedule: await scheduleSnapshots(options), folder, names, clock };
}

const copyLittle = (to: Pack) => packBytes(to, 'rows', Buffer.from('rows'));

test('OPS-06 where the disk has no room for another, older ones of a day go first, and no more than need be', async () => {
  const ages = [26, 25, 3, 2].map((hours) => hours * HOUR_MS);
  const { schedule, folder, names } = await startWith(ages, 4.5 * OLD_BYTES, copyLittle);
  const taken = await schedule.take();
  expect(await readdir(folder)).toEqual([...names.slice(1), taken]);
});

test('OPS-06 a snapshot for which there is no room in any case is not begun, and costs none of those there are', async () => {
  const copy = vi.fn<(to: Pack) => Promise<void>>(copyLittle);
  const ages = [26, 25, 3, 2].map((hours) => hours * HOUR_MS);
  const { schedule, folder, names } = await startWith(ages, 3.1 * OLD_BYTES, copy);
  await expect(schedule.take()).rejects.toThrow('There is no room in DATA_DIR for a snapshot of 1 MB');
  expect(copy).not.toHaveBeenCalled();
  expect(await readdir(folder)).toEqual(names);
});

test('OPS-06 a snapshot larger than expected ends before it takes what others need', async () => {
  let written = 0;
  const copy = async (to: Pack) => {
    for (; written < 40; written += 1) await packBytes(to, String(written), randomBytes(MB));
  };
  const { schedule, folder, names } = await startWith([HOUR_MS], 10 * MB, copy);
  await expect(schedule.take()).rejects.toThrow('There is no room in DATA_DIR for a snapshot:');
  expect(written).toBeLessThan(20);
  expect(await readdir(folder)).toEqual(names);
});

test('OPS-06 what is expired, or was left by a process that was killed, goes before the next one is written', async () => {
  const broken = async () => {
    throw new Error('broken');
  };
  const ages = [20, 10, 9].map((days) => days * DAY_MS);
  const { schedule, folder, names } = await startWith(ages, 100 * MB, broken);
  await writeFile(join(folder, `${snapshotName(0)}.unfinished`), '');
  await expect(schedule.take()).rejects.toThrow('broken');
  // The last one there is stays until another has succeeded.
  expect(await readdir(folder)).toEqual(names.slice(2));
});

test('SAFE-03 a snapshot that is older than 7 days goes once there is another', async () => {
  const { schedule, folder } = await startWith([8 * DAY_MS], 100 * MB, copyLittle);
  const taken = await schedule.take();
  expect(await readdir(folder)).toEqual([taken]);
});

test('SAFE-03 each new snapshot replaces one of a clock that was ahead, stays and is the last', async () => {
  const hoursAgo = [1, ...Array.from({ length: 24 }, (_, nth) => -60 * 24 - nth)];
  const ages = hoursAgo.map((hours) => hours * HOUR_MS);
  const { schedule, folder, names, clock } = await startWith(ages, 100 * MB, copyLittle);
  expect(schedule.lastAtMs()).toBe(clock.now() - HOUR_MS);
  const taken = await schedule.take();
  const left = await readdir(folder);
  expect(left).toEqual(expect.arrayContaining([names[0], taken]));
  expect(left).toHaveLength(24);
  expect(schedule.lastAtMs()).toBe(clock.now());
});

test.each([-1, 8])(
  'OPS-06 a clock that is set by %i days meanwhile does not delete what was just taken',
  async (days) => {
    const clock = createFakeClock();
    const copy = async (to: Pack) => {
      clock.set(clock.now() + days * DAY_MS);
      await copyLittle(to);
    };
    const { schedule, folder } = await startWith([2 * DAY_MS], 100 * MB, copy, clock);
    const taken = await schedule.take();
    expect(await readdir(folder)).toContain(taken);
  },
);
