import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@hereabouts/contract/durations';
import { createTestDatabase } from '@hereabouts/testing/database';
import { createFakeClock, type FakeClock } from '@hereabouts/testing/fake-clock';
import { silentLog } from '@hereabouts/testing/silent-log';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Database } from '#server/db/database.ts';
import { createJobs, jobKind, type Jobs } from './jobs.ts';

type Greeting = { from: string };
const greeting = jobKind<Greeting>('greeting');

let opened: Database;
let clock: FakeClock;
let jobs: Jobs;
let greeted: string[];
beforeEach(async () => {
  opened = await createTestDatabase();
  clock = createFakeClock();
  greeted = [];
  ({ jobs } = createJobs({ db: opened, clock, log: silentLog, random: () => 0.5 }));
  const handle = async (batch: readonly { payload: Greeting }[]) => {
    greeted.push(...batch.map(({ payload }) => payload.from));
    return batch.map(() => null);
  };
  jobs.handleBatch(greeting, handle, { batchSize: 50 });
});
afterEach(async () => {
  await jobs.stop();
  await opened.close();
});

let keys = 0;
const cause = (from: string, count: number, more: object = {}, kind = greeting) =>
  jobs.enqueueMany(
    opened,
    kind,
    Array.from({ length: count }, () => ({
      payload: { from },
      key: `${(keys += 1)}`,
      sources: [from],
      ...more,
    })),
  );
const waiting = async (): Promise<number> => (await jobs.countWaiting())[0]?.waiting ?? 0;

test('OPS-05 whoever causes one job does not wait for those of somebody who causes a thousand', async () => {
  await cause('Mallory', 1_000);
  clock.set(clock.now() + 5 * SECOND_MS);
  await cause('Ann', 1);
  await cause('Ben', 1);
  jobs.start();
  await jobs.idle();
  expect(greeted).toHaveLength(1_002);
  // Behind those that have waited for as long as this is ahead.
  expect(greeted.indexOf('Ann')).toBeLessThan(250);
  expect(greeted.indexOf('Ben')).toBeLessThan(250);
});

test('OPS-05 beyond 1,200 the jobs of one source are spread, forty a second, in order', async () => {
  jobs.start();
  await cause('Mallory', 1_500);
  await jobs.idle();
  expect(greeted.length).toBeLessThanOrEqual(1_201);
  await cause('Ann', 1);
  await jobs.idle();
  expect(greeted.at(-1)).toBe('Ann');
  const before = greeted.length;
  clock.advance(2 * SECOND_MS);
  await jobs.idle();
  expect(greeted.length - before).toBeLessThanOrEqual(80);
  for (let second = 0; second < 6; second += 1) {
    clock.advance(SECOND_MS);
    await jobs.idle();
  }
  expect(greeted).toHaveLength(1_501);
});

test('OPS-05 a source has no more than ten minutes of jobs, except essential ones, and no other source fewer', async () => {
  for (let nth = 0; nth < 6; nth += 1) await cause('Mallory', 5_000);
  const most = 1_200 + 10 * 60 * 40;
  expect(await waiting()).toBeLessThanOrEqual(most + 1);
  expect(await waiting()).toBeGreaterThan(most - 50);
  const before = await waiting();
  await cause('Mallory', 10, { isEssential: true });
  await cause('Ann', 10);
  await cause('Mallory', 10);
  expect(await waiting()).toBe(before + 20);
});

test('OPS-05 a person’s only job does not wait for the backlog of many within their shares', async () => {
  let done = 0;
  let whenAnnAsked = 0;
  const slow = jobKind<Greeting>('slow');
  // Fifty in two seconds: the queue falls behind by minutes.
  const handle = async (batch: readonly { payload: Greeting }[]) => {
    clock.set(clock.now() + 2 * SECOND_MS);
    done += batch.length;
    if (whenAnnAsked === 0 && done >= 2_000) {
      whenAnnAsked = done;
      await cause('Ann', 1, {}, slow);
    }
    greeted.push(...batch.map(({ payload }) => payload.from));
    return batch.map(() => null);
  };
  jobs.handleBatch(slow, handle, { batchSize: 50 });
  for (let nth = 0; nth < 20; nth += 1) await cause(`Mallory ${nth}`, 200, {}, slow);
  jobs.start();
  await jobs.idle();
  expect(greeted).toHaveLength(4_001);
  expect(greeted.indexOf('Ann') - whenAnnAsked).toBeLessThan(150);
});

test('OPS-05 after the clock was set back the jobs of before postpone none', async () => {
  await cause('Mallory', 5_000);
  clock.set(clock.now() - HOUR_MS);
  await cause('Mallory', 1);
  jobs.start();
  await jobs.idle();
  expect(greeted).toEqual(['Mallory']);
});

test('OPS-05 what several cause counts for the one who has caused least', async () => {
  jobs.start();
  await cause('Mallory', 1_500);
  await jobs.idle();
  await cause('all', 1, { sources: ['Mallory', 'Ann'] });
  await jobs.idle();
  expect(greeted.at(-1)).toBe('all');
});

test('OPS-05 a job that stands for another one comes when the earlier of both would have come', async () => {
  jobs.start();
  await cause('Mallory', 1_500);
  await cause('Mallory', 1, { key: 'the same' });
  await jobs.idle();
  const before = greeted.length;
  await cause('Ann', 1, { key: 'the same' });
  await jobs.idle();
  expect(greeted).toHaveLength(before + 1);
});

test('OPS-05 a job for later is never early', async () => {
  jobs.start();
  await cause('Ann', 3, { dueAtMs: clock.now() + MINUTE_MS });
  clock.advance(59 * SECOND_MS);
  await jobs.idle();
  expect(greeted).toEqual([]);
  clock.advance(SECOND_MS);
  await jobs.idle();
  expect(greeted).toHaveLength(3);
});
