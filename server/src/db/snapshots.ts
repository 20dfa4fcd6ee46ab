import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { pack, type Pack } from 'tar-stream';
import { HOUR_MS } from '@hereabouts/contract/durations';
import type { Clock } from '#server/clock.ts';
import type { DatabaseLog, Snapshots } from './database.ts';
import { flushFile, flushFolder } from './embedded.ts';
import { expiredSnapshots, isSnapshotName, snapshotName, snapshotTimeMs } from './snapshot-retention.ts';

export const SNAPSHOT_EVERY_MS = HOUR_MS;
/** Not in the first minute, when everybody reconnects. */
const FIRST_AFTER_MS = 60_000;

export const snapshotsFolder = (dataDir: string): string => join(dataDir, 'snapshots');

export type SnapshotOptions = {
  dataDir: string;
  /** PGlite has no autovacuum: tables would bloat and statistics age. */
  tidy: () => Promise<unknown>;
  /** Writes the database's folder, in pieces. */
  copy: (to: Pack) => Promise<void>;
  clock: Clock;
  log: DatabaseLog;
};

export type SnapshotSchedule = Snapshots & { stop(): Promise<void> };

/** An hour after the last snapshot of any process. */
export async function scheduleSnapshots(options: SnapshotOptions): Promise<SnapshotSchedule> {
  const { clock, log, dataDir } = options;
  const last = (await listSnapshots(dataDir)).at(-1);
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
        .tidy()
        .catch((error: unknown) => log.error({ err: error }, 'tidying the database failed'))
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

/** The file gets its name after it is compressed and flushed. */
async function takeSnapshot({ dataDir, copy, clock, log }: SnapshotOptions): Promise<string> {
  const folder = snapshotsFolder(dataDir);
  await mkdir(folder, { recursive: true });
  const name = snapshotName(clock.now());
  const unfinished = join(folder, `${name}.unfinished`);
  try {
    const tar = pack();
    const written = pipeline(tar, createGzip(), createWriteStream(unfinished));
    // Else it would wait for more.
    const copied = copy(tar).then(
      () => tar.finalize(),
      (error: unknown) => tar.destroy(error as Error),
    );
    await Promise.all([written, copied]);
    await flushFile(unfinished);
    await rename(unfinished, join(folder, name));
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
  await flushFolder(folder);
  for (const old of expiredSnapshots(await readdir(folder))) await rm(join(folder, old), { force: true });
  log.info({ snapshot: name }, 'snapshot taken');
  return name;
}
