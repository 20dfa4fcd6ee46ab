import { randomUUID } from 'node:crypto';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@hereabouts/contract/durations';
import { createTestDatabase } from '@hereabouts/testing/database';
import { createFakeClock, type FakeClock } from '@hereabouts/testing/fake-clock';
import { silentLog } from '@hereabouts/testing/silent-log';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '#server/db/database.ts';
import { createMetrics, type Metrics } from '#server/metrics.ts';
import { createJobs, jobKind, type Jobs } from './jobs.ts';
import { JobLaterError, JobRefusedError, type JobBatchHandler, type JobHandler } from './job.ts';
import { retryDelayMs } from './retry-delay.ts';

type Greeting = { to: string };
const greeting = jobKind<Greeting>('greeting');

let opened: Database;
let clock: FakeClock;
const processes: Jobs[] = [];
beforeEach(async () => {
  opened = await createTestDatabase();
  clock = createFakeClock();
});
afterEach(async () => {
  for (const jobs of processes.splice(0)) await jobs.stop();
  await opened.close();
});

type Process = { jobs: Jobs; db: Database; metrics: Metrics };
function startProcess(handler: JobHandler<Greeting>): Process {
  const metrics = createMetrics();
  const process = createJobs({ db: opened, clock, log: silentLog, random: () => 0.5, metrics });
  process.jobs.handle(greeting, handler);
  process.jobs.start();
  processes.push(process.jobs);
  return { ...process, metrics };
}

const waiting = () => opened.query<{ payload: Greeting }>('select payload from jobs order by created_at, id');
const resultsOf = async (metrics: Metrics) =>
  (await metrics.getSingleMetric('jobs_total')?.get())?.values
    .filter(({ value }) => value > 0)
    .map(({ labels, value }) => [labels['result'], value]);

test('OPS-05 a job runs after the commit of the transaction that adds it, and never after a rollback', async () => {
  const greeted: string[] = [];
  const { jobs, db, metrics } = startProcess(async ({ to }) => void greeted.push(to));
  await jobs.idle();
  await db.transaction(async (tx) => {
    await jobs.enqueue(tx, greeting, { to: 'Ann' });
    expect(greeted).toEqual([]);
  });
  await jobs.idle();
  expect(greeted).toEqual(['Ann']);
  const failing = db.transaction(async (tx) => {
    await jobs.enqueue(tx, greeting, { to: 'Eve' });
    throw new Error('rolled back');
  });
  await expect(failing).rejects.toThrow('rolled back');
  await jobs.idle();
  expect(greeted).toEqual(['Ann']);
  expect(await waiting()).toEqual([]);
  expect(await resultsOf(metrics)).toEqual([['done', 1]]);
});

test('OPS-05 a failing job is tried again over 24 hours with increasing pauses, then dropped', async () => {
  const triedMs: number[] = [];
  const startMs = clock.now();
  const { jobs, metrics } = startProcess(async () => {
    triedMs.push(clock.now() - startMs);
    throw new Error('Not today');
  });
  await jobs.enqueue(opened, greeting, { to: 'Ann' });
  while ((await waiting()).length > 0) {
    clock.advance(15 * SECOND_MS);
    await jobs.idle();
  }
  const pauses = triedMs.slice(1).map((at, nth) => (at - (triedMs[nth] ?? 0)) / MINUTE_MS);
  expect(pauses).toEqual([0.5, 1, 2, 4, 8, 16, 32, 64, 128, 240, 240, 240, 240]);
  expect(triedMs.at(-1)).toBeLessThan(DAY_MS);
  expect(await resultsOf(metrics)).toEqual([
    ['failed', 13],
    ['expired', 1],
  ]);
});

test('OPS-05 pauses of jobs that failed together differ by up to a quarter', () => {
  expect([retryDelayMs(1, 0), retryDelayMs(1, 0.5), retryDelayMs(1, 1)]).toEqual([22_500, 30_000, 37_500]);
  expect(retryDelayMs(40, 0.5)).toBe(4 * HOUR_MS);
});

test('OPS-05 a job whose content has expired is not run', async () => {
  const greeted: string[] = [];
  let isUp = false;
  const { jobs } = startProcess(async ({ to }) => {
    if (!isUp) throw new Error('Down');
    greeted.push(to);
  });
  const expiresAtMs = clock.now() + 10 * MINUTE_MS;
  await jobs.enqueue(opened, greeting, { to: 'Ann' }, { expiresAtMs });
  await jobs.enqueue(opened, greeting, { to: 'Ben' });
  await jobs.idle();
  isUp = true;
  clock.advance(11 * MINUTE_MS);
  await jobs.idle();
  clock.advance(11 * MINUTE_MS);
  await jobs.idle();
  expect(greeted).toEqual(['Ben']);
  expect(await waiting()).toEqual([]);
});

test('OPS-05 the job of a process that died is done by another one once its claim of a minute is over', async () => {
  const attempts: string[] = [];
  const dead = startProcess(async (_, { attempt }) => {
    attempts.push(`dead ${attempt}`);
    await new Promise(() => {});
  });
  await dead.jobs.enqueue(opened, greeting, { to: 'Ann' });
  await expect.poll(() => attempts).toEqual(['dead 1']);
  processes.length = 0;

  const other = startProcess(async (_, { attempt }) => void attempts.push(`other ${attempt}`));
  await other.jobs.idle();
  clock.set(clock.now() + 59 * SECOND_MS);
  await other.jobs.enqueue(opened, greeting, { to: 'Ben' });
  await other.jobs.idle();
  expect(attempts).toEqual(['dead 1', 'other 1']);
  clock.set(clock.now() + 2 * SECOND_MS);
  await other.jobs.enqueue(opened, greeting, { to: 'Cat' });
  await other.jobs.idle();
  expect(attempts.toSorted()).toEqual(['dead 1', 'other 1', 'other 1', 'other 2']);
});

test('OPS-05 an attempt that a later one has overtaken cannot finish the job', async () => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const slow = startProcess(() => held);
  await slow.jobs.enqueue(opened, greeting, { to: 'Ann' });
  await expect.poll(async () => (await opened.query('select 1 from jobs where attempts = 1')).length).toBe(1);
  await opened.query('update jobs set attempts = 2');
  release();
  await slow.jobs.idle();
  expect(await waiting()).toHaveLength(1);
});

test('OPS-05 a job that can never succeed is dropped at once; an unfinished one of the same key is kept once', async () => {
  const { jobs } = startProcess(async ({ to }) => {
    throw to === 'Nobody' ? new JobRefusedError('No such person') : new Error('Later');
  });
  await jobs.enqueue(opened, greeting, { to: 'Nobody' });
  await jobs.idle();
  expect(await waiting()).toEqual([]);
  for (const to of ['Ann', 'Ben']) await jobs.enqueue(opened, greeting, { to }, { key: 'one' });
  await jobs.enqueue(opened, greeting, { to: 'Cat' }, { key: 'other' });
  expect((await waiting()).map(({ payload }) => payload.to).toSorted()).toEqual(['Ann', 'Cat']);
});

test('OPS-05 a job planned for later is run then', async () => {
  const greeted: string[] = [];
  const { jobs, db } = startProcess(async ({ to }) => void greeted.push(to));
  await db.transaction((tx) =>
    jobs.enqueue(tx, greeting, { to: 'Ann' }, { dueAtMs: clock.now() + 30 * DAY_MS }),
  );
  await jobs.idle();
  for (let hours = 0; hours < 30 * 24 - 1; hours += 1) {
    clock.advance(HOUR_MS);
    await jobs.idle();
  }
  expect(greeted).toEqual([]);
  clock.advance(HOUR_MS);
  await jobs.idle();
  expect(greeted).toEqual(['Ann']);
});

test('OPS-05 jobs go with the account that they are about', async () => {
  const { jobs } = startProcess(async () => {
    throw new Error('Down');
  });
  const userId = randomUUID();
  await opened.query(
    `insert into auth.users (id, email, user_metadata, created_at, updated_at) values ($1, 'ann@example.org', '{}', now(), now())`,
    [userId],
  );
  await jobs.enqueue(opened, greeting, { to: 'Ann' }, { userId });
  await jobs.enqueue(opened, greeting, { to: 'the operator' });
  await jobs.idle();
  await opened.query('delete from auth.users where id = $1', [userId]);
  expect(await waiting()).toEqual([{ payload: { to: 'the operator' } }]);
});

test('first attempts come before repeated ones, however many wait (S45)', async () => {
  const greeted: string[] = [];
  let isUp = false;
  const { jobs } = startProcess(async ({ to }) => {
    if (!isUp) throw new Error('Down');
    greeted.push(to);
  });
  for (let at = 0; at < 20; at += 1) await jobs.enqueue(opened, greeting, { to: 'slow' });
  await jobs.idle();
  isUp = true;
  clock.set(clock.now() + 10 * MINUTE_MS);
  await jobs.enqueue(opened, greeting, { to: 'Ann' });
  await jobs.idle();
  expect(greeted.indexOf('Ann')).toBeLessThan(4);
  expect(greeted).toHaveLength(21);
});

describe('jobs that are done together', () => {
  type Batch = Parameters<JobBatchHandler<Greeting>>[0];
  function startBatches(handler: (jobs: Batch) => Promise<(Error | null)[]>): Process {
    const metrics = createMetrics();
    const process = createJobs({ db: opened, clock, log: silentLog, random: () => 0.5, metrics });
    process.jobs.handleBatch(greeting, handler, { batchSize: 50 });
    process.jobs.start();
    processes.push(process.jobs);
    return { ...process, metrics };
  }
  const many = (jobs: Jobs, names: string[]) =>
    jobs.enqueueMany(
      opened,
      greeting,
      names.map((to) => ({ payload: { to }, key: to })),
    );

  test('PUSH-04 each of 300 is done once by one of three processes, fifty at a time', async () => {
    const greeted: string[] = [];
    const sizes: number[] = [];
    const greet = async (jobs: Batch) => {
      sizes.push(jobs.length);
      greeted.push(...jobs.map(({ payload }) => payload.to));
      return jobs.map(() => null);
    };
    const all = [startBatches(greet), startBatches(greet), startBatches(greet)];
    const names = Array.from({ length: 300 }, (_, at) => `Person ${at}`);
    await many(all[0]!.jobs, names);
    for (const { jobs } of all) jobs.wake(greeting);
    await Promise.all(all.map(({ jobs }) => jobs.idle()));
    expect(greeted.toSorted()).toEqual(names.toSorted());
    expect(Math.max(...sizes)).toBe(50);
    expect(await waiting()).toEqual([]);
  });

  test('PUSH-03 each has a result of its own: done, refused, failed, or later', async () => {
    const tried: string[] = [];
    const startMs = clock.now();
    const { jobs, metrics } = startBatches(async (batch) =>
      batch.map(({ payload: { to } }) => {
        tried.push(`${to} ${(clock.now() - startMs) / MINUTE_MS}`);
        if (to === 'refused') return new JobRefusedError('No such person');
        if (to === 'later' && clock.now() < startMs + 10 * MINUTE_MS)
          return new JobLaterError('Asleep', startMs + 10 * MINUTE_MS);
        return to === 'failed' && clock.now() === startMs ? new Error('Down') : null;
      }),
    );
    await many(jobs, ['done', 'failed', 'later', 'refused']);
    await jobs.idle();
    for (let halves = 0; halves < 40; halves += 1) {
      clock.advance(MINUTE_MS / 2);
      await jobs.idle();
    }
    expect(tried.toSorted()).toEqual([
      'done 0',
      'failed 0',
      'failed 0.5',
      'later 0',
      'later 10',
      'refused 0',
    ]);
    expect(await waiting()).toEqual([]);
    expect(await resultsOf(metrics)).toEqual([
      ['done', 3],
      ['failed', 1],
      ['postponed', 1],
      ['refused', 1],
    ]);
  });

  test('PUSH-04 a job whose key already waits is not added again; one whose key is running runs once more', async () => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    let times = 0;
    const { jobs } = startBatches(async (batch) => {
      times += batch.length;
      if (times === 1) await held;
      return batch.map(() => null);
    });
    const later = { payload: { to: 'Ann' }, key: 'Ann', dueAtMs: clock.now() + MINUTE_MS };
    await jobs.enqueueMany(opened, greeting, [later, later]);
    await jobs.enqueueMany(opened, greeting, [later]);
    expect(await waiting()).toHaveLength(1);
    clock.advance(MINUTE_MS);
    await expect.poll(() => times).toBe(1);
    await many(jobs, ['Ann']);
    release();
    await jobs.idle();
    expect(await waiting()).toHaveLength(1);
    clock.advance(2 * MINUTE_MS);
    await jobs.idle();
    expect([times, await waiting()]).toEqual([2, []]);
  });
});

test('OPS-04 OPS-05 an operator’s command does the jobs that it may cause, and leaves the others to servers', async () => {
  const done: string[] = [];
  const { jobs, db } = createJobs({ db: opened, clock, log: silentLog });
  processes.push(jobs);
  const removal = jobKind<Record<string, never>>('removal');
  const mail = jobKind<Record<string, never>>('a_mail');
  jobs.handle(removal, async () => void done.push('removal'), { runsInCommands: true, waitMs: SECOND_MS });
  jobs.handle(mail, async () => void done.push('mail'));
  jobs.start({ onlyOfCommands: true });
  await db.transaction(async (tx) => {
    await jobs.enqueue(tx, mail, {});
    await jobs.enqueue(tx, removal, {});
  });
  expect(done).toEqual(['removal']);
  expect((await jobs.countWaiting()).map(({ kind }) => kind)).toEqual(['a_mail']);
});
