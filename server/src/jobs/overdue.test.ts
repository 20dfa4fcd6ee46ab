import { MINUTE_MS } from '@hereabouts/contract/durations';
import { createTestDatabase } from '@hereabouts/testing/database';
import { createFakeClock } from '@hereabouts/testing/fake-clock';
import { silentLog } from '@hereabouts/testing/silent-log';
import { expect, onTestFinished, test } from 'vitest';
import { createJobs, jobKind } from './jobs.ts';

const later = jobKind<Record<string, never>>('later');
const failing = jobKind<Record<string, never>>('failing');

test('OPS-07 a job that waits for its time is not overdue; one whose time has come, or that failed, is', async () => {
  const opened = await createTestDatabase();
  const clock = createFakeClock();
  const { jobs, db } = createJobs({ db: opened, clock, log: silentLog });
  onTestFinished(async () => {
    await jobs.stop();
    await opened.close();
  });
  await jobs.enqueue(db, later, {}, { dueAtMs: clock.now() + MINUTE_MS });
  await jobs.enqueue(db, failing, {});
  const overdue = async () =>
    Object.fromEntries((await jobs.countWaiting()).map((count) => [count.kind, count.overdue]));
  expect(await overdue()).toEqual({ failing: 1, later: 0 });
  jobs.handle(failing, async () => {
    throw new Error('The mail server refuses it');
  });
  jobs.start();
  await jobs.idle();
  expect(await overdue()).toEqual({ failing: 1, later: 0 });
  clock.advance(MINUTE_MS);
  expect(await overdue()).toEqual({ failing: 1, later: 1 });
});
