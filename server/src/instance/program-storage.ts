import type { Clock } from '#server/clock.ts';
import type { Config } from '#server/config.ts';
import type { DatabaseLog } from '#server/db/database.ts';
import { createAvailableStorage } from '#server/storage/available-storage.ts';
import { openStorage } from '#server/storage/open.ts';
import type { Storage } from '#server/storage/storage.ts';

type Parts = { clock: Clock; log: DatabaseLog };

/** Makes no bucket: see `requireBucket`. */
export async function openForProgram(
  { dataDir, s3 }: Pick<Config, 'dataDir' | 's3'>,
  parts: Parts,
): Promise<Storage> {
  if (s3 === null) return await openStorage({ dataDir, s3 }, parts);
  // Loading the client takes 0.3 s.
  const { openS3Storage } = await import('#server/storage/s3-storage.ts');
  return createAvailableStorage(openS3Storage(s3), parts);
}
