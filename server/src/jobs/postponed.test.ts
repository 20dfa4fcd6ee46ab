import { SECOND_MS } from '@hereabouts/contract/durations';
import { createTestDatabase } from '@hereabouts/testing/database';
import { createFakeClock } from '@hereabouts/testing/fake-clock';
import { silentLog } from '@hereabouts/testing/silent-log';
import { expect, test } from 'vitest';
import { JobLaterError } from './job.ts';
import { createJobs, jobKind } from './jobs.ts';

const greeting = jobKind<{ to: string }>('greeting');

test('OPS-05 a job that was postponed often is tried again as soon after a failure as any other', async () => {
  const clock = createFakeClock();
  const opened = await createTestDatabase();
  const { jobs } = createJobs({ db: opened, clock, log: silentLog, random: () => 0.5 });
  const triedMs: number[] = [];
  const startMs = clock.now();
  jobs.handle(greeting, async (_, { attempt }) => {
    triedMs.push(clock.now() - startMs);
    if (attempt <= 5) throw new JobLaterError('Others are ahead', clock.now() + SECOND_MS);
    if (attempt === 6) throw new Error('Down');
  });
  jobs.start();
  await jobs.enqueue(opened, greeting, { to: 'Ann' });
  for (let seconds = 0; seconds < 60; seconds += 1) {
    await jobs.idle();
    clock.advance(SECOND_MS);
  }
  expect(triedMs).toEqual([0, 1, 2, 3, 4, 5, 35].map((seconds) => seconds * SECOND_MS));
  await jobs.stop();
  await opened.close();
});
