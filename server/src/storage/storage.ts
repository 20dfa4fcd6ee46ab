import type { Readable } from 'node:stream';

/** The public bucket `uploads`: on disk or S3. Keys are flat file names made by us, never by a client. */
export type Storage = {
  /** Stores all of it or nothing; a reader never sees half a file. */
  put(key: string, body: Uint8Array, contentType: string): Promise<void>;
  /** Null when there is no such file. */
  get(key: string): Promise<StoredFile | null>;
  /** Deleting what is not there is no error. */
  delete(keys: readonly string[]): Promise<void>;
  /** Resolves when the bucket answers, rejects otherwise. */
  ready(): Promise<void>;
};

export type StoredFile = {
  contentType: string;
  bytes: number;
  etag: string;
  modifiedAt: string;
  body: Readable;
};
