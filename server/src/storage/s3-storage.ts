import {
  CreateBucketCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import type { Readable } from 'node:stream';
import type { S3Config } from '#server/config.ts';
import { STORED_MAX_AGE_S, type Storage, type StoredFileInfo } from './storage.ts';
import { contentTypeOfKey, InvalidKeyError, NOTES_FOLDER, requireNoteName } from './storage-key.ts';

/** Two attempts fit into a caller's wait. */
const CONNECT_TIMEOUT_MS = 2_000;
const REQUEST_TIMEOUT_MS = 4_500;
const ATTEMPTS = 2;
const FILE_MAX_BYTES = 64 * 1_024 * 1_024;
/** After every note, before every key. */
const NOTES_END = `${NOTES_FOLDER}0`;

function connect(config: S3Config): S3Client {
  return new S3Client({
    region: config.region,
    // Self-hosted services have no wildcard DNS for buckets.
    ...(config.endpoint !== null && { endpoint: config.endpoint, forcePathStyle: true }),
    credentials: { accessKeyId: config.accessKeyId, secretAccessKey: config.secretAccessKey },
    maxAttempts: ATTEMPTS,
    requestHandler: {
      connectionTimeout: CONNECT_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      throwOnRequestTimeout: true,
      socketTimeout: REQUEST_TIMEOUT_MS,
    },
    // Some services do not know newer checksum trailers.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
}

const isThere = async (client: S3Client, { bucket }: S3Config): Promise<boolean> =>
  (await unlessMissing(client.send(new HeadBucketCommand({ Bucket: bucket })))) !== null;

/** @throws the service's error */
export async function hasBucket(config: S3Config): Promise<boolean> {
  const client = connect(config);
  try {
    return await isThere(client, config);
  } finally {
    client.destroy();
  }
}

/** Makes it if that is allowed. @throws the service's error */
export async function makeBucketIfMissing(config: S3Config): Promise<void> {
  const client = connect(config);
  try {
    if (await isThere(client, config)) return;
    await client.send(new CreateBucketCommand({ Bucket: config.bucket }));
  } catch (error) {
    if (error instanceof S3ServiceException && error.name === 'BucketAlreadyOwnedByYou') return;
    throw error;
  } finally {
    client.destroy();
  }
}

export function openS3Storage(config: S3Config): Storage {
  const client = connect(config);
  const at = (key: string) => ({ Bucket: config.bucket, Key: key });
  const notePath = (name: string) => `${NOTES_FOLDER}/${name}`;

  async function listAfter(after: string, prefix?: string): Promise<string[]> {
    const page = {
      Bucket: config.bucket,
      StartAfter: after,
      ...(prefix !== undefined && { Prefix: prefix }),
    };
    const { Contents = [] } = await client.send(new ListObjectsV2Command(page));
    return Contents.flatMap(({ Key }) => Key ?? []);
  }

  return {
    async put(key, body) {
      const contentType = contentTypeOfKey(key);
      if (contentType === null) throw new InvalidKeyError(`Nothing is stored as "${key}"`);
      await client.send(
        new PutObjectCommand({
          ...at(key),
          Body: body,
          ContentType: contentType,
          ContentLength: body.byteLength,
          CacheControl: `public, max-age=${STORED_MAX_AGE_S}`,
        }),
      );
    },

    async get(key) {
      const contentType = contentTypeOfKey(key);
      if (contentType === null) return null;
      const found = await unlessMissing(client.send(new GetObjectCommand(at(key))));
      if (found?.Body === undefined) return null;
      const body = found.Body as Readable;
      // It is read into memory: one without a length might never end.
      if (found.ContentLength === undefined || found.ContentLength > FILE_MAX_BYTES) {
        body.destroy();
        throw new Error(`S3 sent a picture of ${found.ContentLength ?? 'unknown'} bytes`);
      }
      return { ...describe(contentType, found), body };
    },

    async stat(key) {
      const contentType = contentTypeOfKey(key);
      if (contentType === null) return null;
      const found = await unlessMissing(client.send(new HeadObjectCommand(at(key))));
      return found && describe(contentType, found);
    },

    async delete(keys) {
      const known = keys.filter((key) => contentTypeOfKey(key) !== null);
      await Promise.all(known.map((key) => unlessMissing(client.send(new DeleteObjectCommand(at(key))))));
    },

    async list(after) {
      for (let last = after === '' ? NOTES_END : after; ;) {
        const found = await listAfter(last);
        const keys = found.filter((key) => contentTypeOfKey(key) !== null);
        if (keys.length > 0 || found.length === 0) return keys;
        last = found.at(-1) ?? last;
      }
    },

    notes: {
      async add(name) {
        const Key = notePath(requireNoteName(name));
        await client.send(new PutObjectCommand({ ...at(Key), Body: new Uint8Array(), ContentLength: 0 }));
      },
      async list(after) {
        const found = await listAfter(notePath(after), notePath(''));
        return found.map((key) => key.slice(notePath('').length));
      },
      async delete(names) {
        const keys = names.map((name) => notePath(requireNoteName(name)));
        await Promise.all(keys.map((key) => client.send(new DeleteObjectCommand(at(key)))));
      },
    },

    async ready() {
      await client.send(new HeadBucketCommand({ Bucket: config.bucket }));
    },

    close: async () => client.destroy(),
  };
}

function describe(
  contentType: string,
  found: { ContentLength?: number | undefined; ETag?: string | undefined },
): StoredFileInfo {
  return { contentType, bytes: found.ContentLength ?? 0, etag: found.ETag ?? '""' };
}

/** A missing bucket is an error, unlike a missing file. */
async function unlessMissing<T>(attempt: Promise<T>): Promise<T | null> {
  try {
    return await attempt;
  } catch (error) {
    if (error instanceof S3ServiceException && ['NoSuchKey', 'NotFound'].includes(error.name)) return null;
    throw error;
  }
}
