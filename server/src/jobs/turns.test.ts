import { SECOND_MS } from '@hereabouts/contract/durations';
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
  ({ jobs } = createJobs({ db: opened, clock, log: silentLog }));
  jobs.handle(greeting, async ({ from }) => void greeted.push(from), {
    concurrency: 1,
    turns: { of: 'from', each: 1 },
  });
});
afterEach(async () => {
  await jobs.stop();
  await opened.close();
});

async function enqueue(from: string, count: number): Promise<void> {
  for (let nth = 0; nth < count; nth += 1) await jobs.enqueue(opened, greeting, { from });
}

test('OPS-05 those who cause a kind of jobs take turns, however many jobs each of them has', async () => {
  await enqueue('Mallory', 20);
  await enqueue('Eve', 20);
  clock.set(clock.now() + 5 * SECOND_MS);
  await enqueue('Ann', 2);
  jobs.start();
  await jobs.idle();
  expect(greeted).toHaveLength(42);
  expect(greeted.slice(0, 2).toSorted()).toEqual(['Eve', 'Mallory']);
  expect(greeted[2]).toBe('Ann');
  expect(greeted.slice(3, 6).toSorted()).toEqual(['Ann', 'Eve', 'Mallory']);
});

test('OPS-05 the jobs of one of those who take turns keep their order, and those due later wait', async () => {
  const told: number[] = [];
  const telling = jobKind<{ of: string; nth: number }>('telling');
  jobs.handle(telling, async ({ nth }) => void told.push(nth), {
    concurrency: 1,
    turns: { of: 'of', each: 1 },
  });
  for (const nth of [3, 1, 2]) {
    await jobs.enqueue(opened, telling, { of: 'Ann', nth }, { dueAtMs: clock.now() + nth * SECOND_MS });
  }
  jobs.start();
  clock.set(clock.now() + 2 * SECOND_MS);
  jobs.wake(telling);
  await jobs.idle();
  expect(told).toEqual([1, 2]);
});

test('OPS-05 whoever has slow jobs leaves places to the others', async () => {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const slow = jobKind<Greeting>('slow');
  const handle = async ({ from }: Greeting) => {
    begun.push(from);
    if (from === 'Mallory') await new Promise<void>((resolve) => ends.push(resolve));
  };
  jobs.handle(slow, handle, { concurrency: 4, turns: { of: 'from', each: 2 } });
  for (let nth = 0; nth < 6; nth += 1) await jobs.enqueue(opened, slow, { from: 'Mallory' });
  jobs.start();
  await expect.poll(() => begun).toEqual(['Mallory', 'Mallory']);
  for (let nth = 0; nth < 3; nth += 1) await jobs.enqueue(opened, slow, { from: 'Ann' });
  await expect.poll(() => begun.filter((from) => from === 'Ann')).toHaveLength(3);
  expect(begun.filter((from) => from === 'Mallory')).toHaveLength(2);
  // The next of somebody begins when one of theirs ends.
  for (let nth = 3; nth <= 6; nth += 1) {
    ends.shift()?.();
    await expect.poll(() => begun.filter((from) => from === 'Mallory')).toHaveLength(nth);
  }
  for (const end of ends) end();
  await jobs.idle();
});
