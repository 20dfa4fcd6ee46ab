import { join, resolve } from 'node:path';
import { SECOND_MS } from '@hereabouts/contract/durations';
import { startInterval } from '#server/async/interval.ts';
import { nullAfter } from '#server/async/timeout.ts';
import type { Clock } from '#server/clock.ts';
import type { Config, S3Config } from '#server/config.ts';
import type { DatabaseLog } from '#server/db/database.ts';
import type { Metrics } from '#server/metrics.ts';
import { createAvailableStorage, STORAGE_TIMEOUT_MS } from './available-storage.ts';
import { openDiskStorage } from './disk-storage.ts';
import type { Storage } from './storage.ts';

const RETRY_BUCKET_EVERY_MS = 5 * SECOND_MS;

type Parts = { clock: Clock; log: DatabaseLog; metrics?: Metrics };

const folderOf = (dataDir: string): string => join(dataDir, 'uploads');

/** Two that have the same one hold the same files. */
export const storageName = ({ dataDir, s3 }: Pick<Config, 'dataDir' | 's3'>): string =>
  s3 === null
    ? `the folder ${resolve(folderOf(dataDir))}`
    : `the bucket ${s3.bucket} of ${s3.endpoint ?? `S3 in ${s3.region}`}`;

/** S3 if configured (its bucket is made once the service answers), else the folder `uploads`. @throws the file system's error */
export async function openStorage(config: Pick<Config, 'dataDir' | 's3'>, parts: Parts): Promise<Storage> {
  if (config.s3 !== null) return await openRemote(config.s3, parts);
  const disk = await openDiskStorage(folderOf(config.dataDir), parts.clock);
  return createAvailableStorage(disk, parts);
}

async function openRemote(s3: S3Config, parts: Parts): Promise<Storage> {
  // Loading the client takes 0.3 s.
  const { makeBucketIfMissing, openS3Storage } = await import('./s3-storage.ts');
  const { clock, log } = parts;
  const storage = createAvailableStorage(openS3Storage(s3), parts);
  let stopRetrying = async () => {};
  const makeBucket = async () => {
    await makeBucketIfMissing(s3);
    log.info({ bucket: s3.bucket }, 'the bucket for pictures is there');
    // Not awaited: it waits for this run.
    void stopRetrying();
  };
  const first = makeBucket().then(
    () => true,
    (error: unknown) => {
      log.warn({ err: error, bucket: s3.bucket }, 'the bucket for pictures cannot be used yet; trying again');
      return false;
    },
  );
  if ((await nullAfter(clock, STORAGE_TIMEOUT_MS, first)) !== true) {
    const failure = 'the bucket for pictures cannot be used yet';
    stopRetrying = startInterval(
      { clock, log },
      { everyMs: RETRY_BUCKET_EVERY_MS, failure, work: makeBucket },
    );
  }
  return {
    ...storage,
    async close() {
      await storage.close();
      await stopRetrying();
    },
  };
}
