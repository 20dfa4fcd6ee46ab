import type { Config, S3Config } from '#server/config.ts';

/** A program that ends cannot wait for the bucket as a server does. @throws Error about the S3 settings */
export async function requireBucket({ s3 }: Pick<Config, 's3'>): Promise<void> {
  if (s3 === null) return;
  // Loading the client takes 0.3 s.
  const { makeBucketIfMissing } = await import('#server/storage/s3-storage.ts');
  try {
    await makeBucketIfMissing(s3);
  } catch (error) {
    throw new Error(problemOf(s3, error), { cause: error });
  }
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
