import { join } from 'node:path';
import type { Clock } from '#server/clock.ts';
import type { Config } from '#server/config.ts';
import { openDiskStorage } from './disk-storage.ts';
import type { Storage } from './storage.ts';

/**
 * The bucket of this instance: S3 when one is configured, else the folder `uploads` of the data directory.
 * @throws what the file system says when the folder cannot be made
 */
export async function openStorage(config: Pick<Config, 'dataDir' | 's3'>, clock: Clock): Promise<Storage> {
  if (config.s3 === null) return openDiskStorage(join(config.dataDir, 'uploads'), clock);
  // The client takes a third of a second to load, which an instance without S3 need not pay.
  const { makeBucketIfMissing, openS3Storage } = await import('./s3-storage.ts');
  // Not to reach the service now is no reason not to start: until it answers, the instance says that it is not ready.
  await makeBucketIfMissing(config.s3).catch(() => {});
  return openS3Storage(config.s3);
}
