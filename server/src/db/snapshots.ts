import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { pack, type Pack } from 'tar-stream';
import { HOUR_MS } from '@hereabouts/contract/durations';
import type { Clock } from '#server/clock.ts';
import type { Disk } from '#server/data-dir.ts';
import { writeWhole } from '#server/lib/write-whole.ts';
import { hasSpaceFor, requireSpace, stopWithoutSpace } from './copy-space.ts';
import type { DatabaseLog, Snapshots } from './database.ts';
import { databaseFolder, flushFile, flushFolder } from './embedded.ts';
import { folderBytes } from './folder-bytes.ts';
import {
  expiredSnapshots,
  isSnapshotName,
  isUnfinishedSnapshot,
  newestSnapshot,
  snapshotName,
  snapshotTimeMs,
  spareSnapshots,
  unfinishedName,
} from './snapshot-retention.ts';

export const SNAPSHOT_EVERY_MS = HOUR_MS;
/** Not in the first minute, when everybody reconnects. */
const FIRST_AFTER_MS = 60_000;

const SNAPSHOT = 'a snapshot';

export const snapshotsFolder = (dataDir: string): string => join(dataDir, 'snapshots');

export type SnapshotOptions = {
  dataDir: string;
  /** PGlite has no autovacuum: tables would bloat. */
  vacuum: () => Promise<unknown>;
  /** PGlite makes none by itself, however long its log gets. */
  checkpoint: () => Promise<unknown>;
  copy: (to: Pack) => Promise<void>;
  disk: Disk;
  clock: Clock;
  log: DatabaseLog;
};

export type SnapshotSchedule = Snapshots & { stop(): Promise<void> };

/** After the last one of any process. */
export async function scheduleSnapshots(options: SnapshotOptions): Promise<SnapshotSchedule> {
  const { clock, log, dataDir } = options;
  const last = newestSnapshot(await listSnapshots(dataDir), clock.now());
  let lastAtMs = last === undefined ? null : snapshotTimeMs(last);
  let running: Promise<string> | undefined;
  let cancel: () => void = () => {};
  let isStopped = false;

  const take = (): Promise<string> => {
    running ??= takeSnapshot(options)
      .then((name) => {
        lastAtMs = snapshotTimeMs(name);
        return name;
      })
      .finally(() => {
        running = undefined;
      });
    return running;
  };
  const schedule = (afterMs: number): void => {
    cancel = clock.after(afterMs, () => {
      schedule(SNAPSHOT_EVERY_MS);
      options
        .vacuum()
        .catch((error: unknown) => log.error({ err: error }, 'vacuuming the database failed'))
        .then(() => (isStopped ? undefined : take()))
        .catch((error: unknown) => log.error({ err: error }, 'snapshot failed'));
    });
  };

  const dueMs = lastAtMs === null ? 0 : lastAtMs + SNAPSHOT_EVERY_MS - clock.now();
  schedule(Math.max(FIRST_AFTER_MS, Math.min(dueMs, SNAPSHOT_EVERY_MS)));
  return {
    take,
    lastAtMs: () => lastAtMs,
    async stop() {
      isStopped = true;
      cancel();
      await running?.catch(() => {});
    },
  };
}

export async function listSnapshots(dataDir: string): Promise<string[]> {
  const names = await readdir(snapshotsFolder(dataDir)).catch(() => []);
  return names.filter(isSnapshotName).toSorted();
}

/** Named after it is compressed and flushed. */
async function takeSnapshot(options: SnapshotOptions): Promise<string> {
  const { dataDir, checkpoint, copy, disk, clock, log } = options;
  const folder = snapshotsFolder(dataDir);
  // Even without space for a snapshot: otherwise the log would fill the disk. Not during the copy, which needs the whole log.
  await checkpoint();
  await mkdir(folder, { recursive: true });
  await makeSpace(options);
  const name = snapshotName(clock.now());
  const unfinished = join(folder, unfinishedName(name));
  await writeWhole(join(folder, name), unfinished, async () => {
    const tar = pack();
    const written = pipeline(
      tar,
      createGzip(),
      stopWithoutSpace(disk, SNAPSHOT),
      createWriteStream(unfinished),
    );
    const copied = copy(tar).then(
      () => tar.finalize(),
      (error: unknown) => tar.destroy(error as Error),
    );
    await Promise.all([written, copied]);
    await flushFile(unfinished);
  });
  await flushFolder(folder);
  await removeAll(folder, expiredSnapshots(await listSnapshots(dataDir), clock.now(), name));
  log.info({ snapshot: name }, 'snapshot taken');
  return name;
}

/** Deletes what is expired, and more where that helps; the last one stays until there is another. @throws Error without space */
async function makeSpace({ dataDir, disk, clock }: SnapshotOptions): Promise<void> {
  const folder = snapshotsFolder(dataDir);
  await removeAll(folder, (await readdir(folder)).filter(isUnfinishedSnapshot));
  const names = await listSnapshots(dataDir);
  const last = names.at(-1);
  const expired = new Set(expiredSnapshots(names, clock.now(), last));
  await removeAll(folder, expired);
  const sizeOf = async (name: string) => (await stat(join(folder, name))).size;
  // Without an earlier one its size is unknown.
  const bytes = last === undefined ? await folderBytes(databaseFolder(dataDir)) : await sizeOf(last);
  const spare = spareSnapshots(names.filter((name) => !expired.has(name)));
  const sizes = await Promise.all(spare.map(sizeOf));
  const spareBytes = sizes.reduce((sum, size) => sum + size, 0);
  await requireSpace(disk, { bytes, freedBytes: spareBytes }, SNAPSHOT);
  for (const name of spare) {
    if (await hasSpaceFor(disk, { bytes })) return;
    await removeAll(folder, [name]);
  }
}

async function removeAll(folder: string, names: Iterable<string>): Promise<void> {
  for (const name of names) await rm(join(folder, name), { force: true });
}
