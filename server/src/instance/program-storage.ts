import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { MINUTE_MS, SECOND_MS } from '@hereabouts/contract/durations';
import { waitFor } from '#server/async/wait-until.ts';
import type { Clock } from '#server/clock.ts';
import type { Config } from '#server/config.ts';
import type { DatabaseLog } from '#server/db/database.ts';
import { createAvailableStorage } from '#server/storage/available-storage.ts';
import { openStorage } from '#server/storage/open.ts';
import { InvalidKeyError } from '#server/storage/storage-key.ts';
import type { Storage } from '#server/storage/storage.ts';

const FIRST_PAUSE_MS = SECOND_MS;
const PAUSE_MAX_MS = 30 * SECOND_MS;
/** The pauses of one call. */
const PATIENCE_MS = 5 * MINUTE_MS;

type Parts = { clock: Clock; log: DatabaseLog };

/** Nobody waits for the answer, and of a million calls some fail: each is repeated, those to S3, for minutes. Makes no bucket:
 * see `requireBucket`. */
export async function openForProgram(
  { dataDir, s3 }: Pick<Config, 'dataDir' | 's3'>,
  parts: Parts,
): Promise<Storage> {
  if (s3 === null) return await openStorage({ dataDir, s3 }, parts);
  // Loading the client takes 0.3 s.
  const { openS3Storage } = await import('#server/storage/s3-storage.ts');
  return repeating(createAvailableStorage(openS3Storage(s3), parts), parts);
}

function repeating({ notes, ...storage }: Storage, { clock }: Pick<Parts, 'clock'>): Storage {
  const repeat = async <T>(call: () => Promise<T>): Promise<T> => {
    let [waitedMs, pauseMs] = [0, FIRST_PAUSE_MS];
    for (;;) {
      try {
        return await call();
      } catch (error) {
        if (error instanceof InvalidKeyError) throw error;
        if (waitedMs + pauseMs > PATIENCE_MS) throw givenUp(error);
      }
      await waitFor(clock, pauseMs);
      waitedMs += pauseMs;
      pauseMs = Math.min(2 * pauseMs, PAUSE_MAX_MS);
    }
  };
  return {
    ...storage,
    put: (key, body) => repeat(() => storage.put(key, body)),
    // With its body: a connection may end in the middle of it.
    get: (key) =>
      repeat(async () => {
        const found = await storage.get(key);
        return found && { ...found, body: Readable.from([await buffer(found.body)]) };
      }),
    stat: (key) => repeat(() => storage.stat(key)),
    delete: (keys) => repeat(() => storage.delete(keys)),
    list: (after) => repeat(() => storage.list(after)),
    notes: {
      add: (name) => repeat(() => notes.add(name)),
      list: (after) => repeat(() => notes.list(after)),
      delete: (names) => repeat(() => notes.delete(names)),
    },
  };
}

function givenUp(error: unknown): Error {
  const { message, cause } = error as Error;
  const reason = cause instanceof Error ? cause.message : message;
  return new Error(`The picture storage failed for ${PATIENCE_MS / MINUTE_MS} minutes: ${reason}`, {
    cause: error,
  });
}
