import type { Readable } from 'node:stream';

/** Source: section 9. */
export const STORED_MAX_AGE_S = 3_600;

export type Storage = {
  /** Atomic. @throws InvalidKeyError */
  put(key: string, body: Uint8Array): Promise<void>;
  /** Null if missing. Read the body to its end or destroy it. */
  get(key: string): Promise<StoredFile | null>;
  stat(key: string): Promise<StoredFileInfo | null>;
  /** Missing keys are no error. */
  delete(keys: readonly string[]): Promise<void>;
  /** The next keys in order; none at the end. '' begins. */
  list(after: string): Promise<string[]>;
  /** Facts that must outlive the database; nobody is served them. */
  readonly notes: Notes;
  ready(): Promise<void>;
  close(): Promise<void>;
};

export type StoredFileInfo = {
  /** Derived from the key, not the content. */
  contentType: string;
  bytes: number;
  /** Quoted. */
  etag: string;
};

export type StoredFile = StoredFileInfo & { body: Readable };

/** What a note says is its name: letters, digits, '.', '-'. */
export type Notes = {
  /** Durable when it resolves. Idempotent. */
  add(name: string): Promise<void>;
  list(after: string): Promise<string[]>;
  delete(names: readonly string[]): Promise<void>;
};
