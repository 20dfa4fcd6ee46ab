import { SECOND_MS } from '@hereabouts/contract/durations';
import { createTestDatabase } from '@hereabouts/testing/database';
import { createFakeClock, type FakeClock } from '@hereabouts/testing/fake-clock';
import { silentLog } from '@hereabouts/testing/silent-log';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Database } from '#server/db/database.ts';
import type { JobBatchHandler } from './job.ts';
import { createJobs, jobKind, type Jobs } from './jobs.ts';

type Greeting = { to: string };
const greeting = jobKind<Greeting>('greeting');

let opened: Database;
let clock: FakeClock;
let jobs: Jobs;
let greeted: string[];
let endSlow: () => void;
beforeEach(async () => {
  opened = await createTestDatabase();
  clock = createFakeClock();
  greeted = [];
  const { promise: slow, resolve } = Promise.withResolvers<void>();
  endSlow = resolve;
  const greet: JobBatchHandler<Greeting> = async (batch, report) => {
    for (const [at, { payload }] of batch.entries()) {
      greeted.push(payload.to);
      if (!payload.to.startsWith('slow')) report(at, null);
    }
    if (batch.some(({ payload }) => payload.to.startsWith('slow'))) await slow;
    return batch.map(() => null);
  };
  ({ jobs } = createJobs({ db: opened, clock, log: silentLog, random: () => 0.5 }));
  jobs.handleBatch(greeting, greet, { batchSize: 3 });
  await add('Ann', 'Ben', 'slow');
  jobs.start();
});
afterEach(async () => {
  endSlow();
  await jobs.stop();
  await opened.close();
});

const add = (...names: string[]) =>
  jobs.enqueueMany(
    opened,
    greeting,
    names.map((to) => ({ payload: { to }, key: to })),
  );
const waiting = async () =>
  (await opened.query<{ payload: Greeting }>('select payload from jobs order by key')).map(
    ({ payload }) => payload.to,
  );

test('PUSH-04 a job of a batch is over when it is done, and its place is free, while another one still runs', async () => {
  await expect.poll(() => greeted.length).toBe(3);
  await add('Cat', 'Dan', 'Eve');
  clock.advance(SECOND_MS);
  for (let times = 0; times < 3; times += 1) {
    await expect.poll(waiting).not.toContain('Ann');
    clock.advance(SECOND_MS);
  }
  await expect.poll(() => greeted.toSorted()).toEqual(['Ann', 'Ben', 'Cat', 'Dan', 'Eve', 'slow']);
  clock.advance(SECOND_MS);
  await expect.poll(waiting).toEqual(['slow']);
});

test('PUSH-04 when a batch takes too long, what was done in it is not done again', async () => {
  await expect.poll(() => greeted.length).toBe(3);
  clock.advance(20 * SECOND_MS);
  await jobs.idle();
  endSlow();
  for (let minute = 0; minute < 3; minute += 1) {
    clock.advance(30 * SECOND_MS);
    await jobs.idle();
  }
  expect(greeted).toEqual(['Ann', 'Ben', 'slow', 'slow']);
  expect(await waiting()).toEqual([]);
});
