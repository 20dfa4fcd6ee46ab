import { join } from 'node:path';
import type { Clock } from '#server/clock.ts';
import type { Config } from '#server/config.ts';
import { openDiskStorage } from './disk-storage.ts';
import type { Storage } from './storage.ts';

/** S3 if configured, else the folder `uploads`. @throws the file system's error */
export async function openStorage(config: Pick<Config, 'dataDir' | 's3'>, clock: Clock): Promise<Storage> {
  if (config.s3 === null) return openDiskStorage(join(config.dataDir, 'uploads'), clock);
  // Loading the client takes 0.3 s.
  const { makeBucketIfMissing, openS3Storage } = await import('./s3-storage.ts');
  // Starts without the service; `/readyz` reports it.
  await makeBucketIfMissing(config.s3).catch(() => {});
  return openS3Storage(config.s3);
}
