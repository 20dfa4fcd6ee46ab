import { SECOND_MS } from '@hereabouts/contract/durations';
import { createTestDatabase } from '@hereabouts/testing/database';
import { createFakeClock } from '@hereabouts/testing/fake-clock';
import { silentLog } from '@hereabouts/testing/silent-log';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { createJobs, jobKind } from './jobs.ts';
import type { JobHandler } from './job.ts';

type Greeting = { to: string };
const greeting = jobKind<Greeting>('greeting');
const opened = await createTestDatabase();
const clock = createFakeClock();
afterAll(() => opened.close());

test('a transaction waits for the jobs of such a kind, and not for ever (S68)', async () => {
  const process = createJobs({ db: opened, clock, log: silentLog, random: () => 0.5 });
  onTestFinished(() => process.jobs.stop());
  const work = Promise.withResolvers<void>();
  const events: string[] = [];
  const waiting = () => opened.query('select id from jobs');
  const greet: JobHandler<Greeting> = async ({ to }) => {
    events.push(`greets ${to}`);
    if (to === 'Eve') await work.promise;
  };
  process.jobs.handle(greeting, greet, { waitMs: SECOND_MS });
  process.jobs.start();
  await process.db.transaction((tx) => process.jobs.enqueue(tx, greeting, { to: 'Ann' }));
  expect(events).toEqual(['greets Ann']);
  expect(await waiting()).toEqual([]);

  const slow = process.db
    .transaction((tx) => process.jobs.enqueue(tx, greeting, { to: 'Eve' }))
    .then(() => events.push('resolved'));
  await expect.poll(() => events).toContain('greets Eve');
  expect(events).not.toContain('resolved');
  clock.advance(SECOND_MS);
  await slow;
  work.resolve();
});
