import { SECOND_MS } from '@hereabouts/contract/durations';
import { answerWithin } from '#server/async/timeout.ts';
import type { Clock } from '#server/clock.ts';
import type { DatabaseLog } from '#server/db/database.ts';
import { counter, createMetrics, type Metrics } from '#server/metrics.ts';
import { InvalidKeyError } from './storage-key.ts';
import type { Storage, StoredFile } from './storage.ts';

export const STORAGE_TIMEOUT_MS = 5 * SECOND_MS;

/** Maps to 503: the caller may retry. */
export class StorageUnavailableError extends Error {
  override readonly name = 'StorageUnavailableError';
}

type Parts = { clock: Pick<Clock, 'after'>; log: Pick<DatabaseLog, 'info' | 'warn'>; metrics?: Metrics };

/** Bounds the time of each call. @throws StorageUnavailableError for every failure but an invalid key */
export function createAvailableStorage(
  storage: Storage,
  { clock, log, metrics = createMetrics() }: Parts,
): Storage {
  const failures = counter(metrics, 'storage_failures_total', 'Failed calls to the picture storage');
  let works = true;

  const note = (worked: boolean, error?: unknown) => {
    if (worked === works) return;
    works = worked;
    if (worked) log.info({}, 'the picture storage works again');
    else log.warn({ err: error }, 'the picture storage does not work');
  };

  const call = async <T>(answer: Promise<T>, abandon?: (late: T) => void): Promise<T> => {
    let isLate = false;
    const late = () => {
      isLate = true;
      return new Error(`No answer within ${STORAGE_TIMEOUT_MS} ms`);
    };
    if (abandon)
      answer.then(
        (result) => isLate && abandon(result),
        () => {},
      );
    try {
      const result = await answerWithin(clock, STORAGE_TIMEOUT_MS, answer, late);
      note(true);
      return result;
    } catch (error) {
      if (error instanceof InvalidKeyError) throw error;
      failures.inc();
      note(false, error);
      throw new StorageUnavailableError('The picture storage is not available', { cause: error });
    }
  };

  return {
    put: (key, body) => call(storage.put(key, body)),
    get: (key) => call(storage.get(key), (late: StoredFile | null) => late?.body.destroy()),
    stat: (key) => call(storage.stat(key)),
    delete: (keys) => call(storage.delete(keys)),
    list: (after) => call(storage.list(after)),
    notes: {
      add: (name) => call(storage.notes.add(name)),
      list: (after) => call(storage.notes.list(after)),
      delete: (names) => call(storage.notes.delete(names)),
    },
    ready: () => call(storage.ready()),
    close: () => storage.close(),
  };
}
