import { buffer } from 'node:stream/consumers';
import { MINUTE_MS } from '@hereabouts/contract/durations';
import { createFakeClock } from '@hereabouts/testing/fake-clock';
import { startS3StandIn, type S3StandIn } from '@hereabouts/testing/s3-stand-in';
import { silentLog } from '@hereabouts/testing/silent-log';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { STORAGE_TIMEOUT_MS } from '#server/storage/available-storage.ts';
import type { Storage } from '#server/storage/storage.ts';
import { openForProgram } from './program-storage.ts';

const KEY = '00000000-0000-4000-8000-000000000001.png';
const BODY = Buffer.alloc(100_000, 'picture');

let bucket: S3StandIn;
let storage: Storage;
let pauses: number[];

beforeEach(async () => {
  pauses = [];
  bucket = await startS3StandIn('pictures');
  const { config: s3 } = bucket;
  /** Pauses are over at once. */
  const after = (ms: number, task: () => void) => {
    if (ms !== STORAGE_TIMEOUT_MS) {
      pauses.push(ms);
      queueMicrotask(task);
    }
    return () => {};
  };
  const clock = { ...createFakeClock(), after };
  storage = await openForProgram({ dataDir: '', s3 }, { clock, log: silentLog });
});
afterEach(async () => {
  await storage.close();
  await bucket.stop();
});

const failForPauses = (count: number) => {
  pauses.length = 0;
  bucket.breakWhile(() => pauses.length < count);
};

test('OPS-03 a picture whose connection ends in the middle is read again, with pauses, and so is every other call', async () => {
  failForPauses(2);
  await storage.put(KEY, BODY);
  expect(pauses).toEqual([1_000, 2_000]);

  failForPauses(2);
  const found = await storage.get(KEY);
  expect(pauses).toEqual([1_000, 2_000]);
  expect(BODY.equals(await buffer(found!.body))).toBe(true);

  failForPauses(1);
  expect(await storage.list('')).toEqual([KEY]);
  failForPauses(1);
  await storage.notes.add('1.event.57');
  failForPauses(1);
  expect(await storage.notes.list('')).toEqual(['1.event.57']);
  expect(await storage.get(KEY.replace('1.png', '2.png'))).toBeNull();
});

test('OPS-03 a storage that is away for minutes is given up', async () => {
  failForPauses(Infinity);
  await expect(storage.list('')).rejects.toThrow('The picture storage failed for 5 minutes: ');
  const waitedMs = pauses.reduce((sum, ms) => sum + ms, 0);
  expect(waitedMs).toBeGreaterThan(4 * MINUTE_MS);
  expect(waitedMs).toBeLessThanOrEqual(5 * MINUTE_MS);
  pauses.length = 0;
  await expect(storage.put('../key', BODY)).rejects.toThrow('Nothing is stored as');
  expect(pauses).toEqual([]);
});
