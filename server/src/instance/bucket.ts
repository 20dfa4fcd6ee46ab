import type { Config, S3Config } from '#server/config.ts';

/** A program that ends cannot wait for the bucket as a server does. One that pictures are read from is not made: its name is
 * wrong. @throws Error about the S3 settings */
export async function requireBucket(
  { s3 }: Pick<Config, 's3'>,
  { isSource }: { isSource: boolean },
): Promise<void> {
  if (s3 === null) return;
  // Loading the client takes 0.3 s.
  const { hasBucket, makeBucketIfMissing } = await import('#server/storage/s3-storage.ts');
  let isMissing = false;
  try {
    if (isSource) isMissing = !(await hasBucket(s3));
    else await makeBucketIfMissing(s3);
  } catch (error) {
    throw new Error(problemOf(s3, error), { cause: error });
  }
  if (isMissing) throw new Error(`${s3.endpoint ?? 'S3'} has no bucket ${s3.bucket}: is S3_BUCKET right?`);
}

function problemOf({ endpoint, bucket }: S3Config, error: unknown): string {
  const service = endpoint ?? 'S3';
  const status = (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode;
  if (status === undefined) {
    return `${service} does not answer: ${error instanceof Error ? error.message : String(error)}`;
  }
  return status === 401 || status === 403
    ? `${service} refuses S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY, or their access to the bucket ${bucket}`
    : `${service} answers ${status} for the bucket ${bucket}`;
}
