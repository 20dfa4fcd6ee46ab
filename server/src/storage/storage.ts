import type { Readable } from 'node:stream';

/** How long a browser or cache may keep a stored file, s. Source: section 9, cache control. */
export const STORED_MAX_AGE_S = 3_600;

/** The public bucket `uploads`: on disk or S3. Keys are flat file names made by us, never by a client. */
export type Storage = {
  /**
   * Stores all of it or nothing; a reader never sees half a file.
   * @throws InvalidKeyError for a key that is no flat name of a picture
   */
  put(key: string, body: Uint8Array): Promise<void>;
  /** Null when there is no such file. Whoever does not read the body to its end destroys it. */
  get(key: string): Promise<StoredFile | null>;
  /** The same without the body. */
  stat(key: string): Promise<StoredFileInfo | null>;
  /** Deleting what is not there is no error. */
  delete(keys: readonly string[]): Promise<void>;
  /** Resolves when the bucket answers, rejects otherwise. */
  ready(): Promise<void>;
  close(): Promise<void>;
};

export type StoredFileInfo = {
  /** Follows from the key alone, whatever the file holds. */
  contentType: string;
  bytes: number;
  /** Quoted, as HTTP writes it. */
  etag: string;
};

export type StoredFile = StoredFileInfo & { body: Readable };
