import { randomUUID } from 'node:crypto';
import { HOUR_MS, SECOND_MS } from '@hereabouts/contract/durations';
import { createTestDatabase } from '@hereabouts/testing/database';
import { createFakeClock, type FakeClock } from '@hereabouts/testing/fake-clock';
import { silentLog } from '@hereabouts/testing/silent-log';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Database } from '#server/db/database.ts';
import { createJobs, jobKind, type Jobs } from './jobs.ts';

type Greeting = { from: string };
const greeting = jobKind<Greeting>('greeting');
const MAX = 40;

let opened: Database;
let clock: FakeClock;
let jobs: Jobs;
let userId: string;
beforeEach(async () => {
  opened = await createTestDatabase();
  clock = createFakeClock();
  jobs = startProcess();
  userId = randomUUID();
  await opened.query(
    `insert into auth.users (id, email, user_metadata, created_at, updated_at) values ($1, 'ann@example.org', '{}', now(), now())`,
    [userId],
  );
});
afterEach(async () => {
  await jobs.stop();
  await opened.close();
});

function startProcess(): Jobs {
  const process = createJobs({ db: opened, clock, log: silentLog, random: () => 0.5 });
  process.jobs.handleBatch(greeting, async (batch) => batch.map(() => null), { batchSize: 50 });
  return process.jobs;
}
const [phone, tablet] = [randomUUID(), randomUUID()];
type More = { recipient?: string; by?: string; isEssential?: boolean; dueAtMs?: number; max?: number };
/** Each by somebody else, or all by one. */
const cause = (count: number, { recipient = phone, by, max = MAX, ...more }: More = {}, from = jobs) =>
  from.enqueueMany(
    opened,
    greeting,
    Array.from({ length: count }, () => {
      const source = by ?? randomUUID();
      const job = { payload: { from: source }, key: randomUUID(), userId, sources: [source] };
      return { ...job, quota: { recipient, max }, ...more };
    }),
  );
const waitingFor = async (recipient = phone): Promise<number> =>
  (await opened.query('select from jobs where recipient = $1', [recipient])).length;

test('OPS-05 the quota limits a recipient’s waiting jobs, except essential ones, and takes none from others', async () => {
  await cause(100);
  expect(await waitingFor()).toBe(MAX);
  await cause(3, { isEssential: true });
  await cause(1);
  await cause(2, { recipient: tablet });
  expect([await waitingFor(), await waitingFor(tablet)]).toEqual([MAX + 3, 2]);
});

test('OPS-05 another process, or one that has just started, counts what waits already', async () => {
  await cause(MAX - 5, { dueAtMs: clock.now() + HOUR_MS });
  const other = startProcess();
  await cause(20, {}, other);
  expect(await waitingFor()).toBe(MAX);
  await other.stop();
});

test('OPS-05 whoever causes many leaves some quota for what others cause', async () => {
  await cause(100, { by: 'Mallory' });
  expect(await waitingFor()).toBe(MAX / 2 + 10);
  await cause(2, { by: 'Ben' });
  expect(await waitingFor()).toBe(MAX / 2 + 12);
});

test('OPS-05 a job that is done gives its quota back', async () => {
  await cause(MAX);
  jobs.start();
  await jobs.idle();
  expect(await waitingFor()).toBe(0);
  clock.advance(10 * SECOND_MS);
  await cause(MAX, { dueAtMs: clock.now() + HOUR_MS });
  expect(await waitingFor()).toBe(MAX);
});

test('OPS-05 jobs to recipients that a person has no more are forgotten in batches, and no others', async () => {
  await cause(1_200, { max: 10_000 });
  await cause(3, { recipient: tablet });
  await jobs.enqueue(opened, greeting, { from: 'the service' }, { userId });
  const query = vi.spyOn(opened, 'query');
  await jobs.forget({ userId, kept: [tablet] });
  expect(
    query.mock.calls.filter(([sql]: unknown[]) => String(sql).startsWith('delete from jobs')),
  ).toHaveLength(3);
  expect([await waitingFor(), await waitingFor(tablet)]).toEqual([0, 3]);
  await jobs.forget({ userId });
  expect(await waitingFor(tablet)).toBe(0);
  expect(await jobs.countWaiting()).toMatchObject([{ waiting: 1 }]);
});
