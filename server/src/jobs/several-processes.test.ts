import { createTestDatabase } from '@hereabouts/testing/database';
import { createFakeClock } from '@hereabouts/testing/fake-clock';
import { silentLog } from '@hereabouts/testing/silent-log';
import { expect, test } from 'vitest';
import { createJobs, jobKind } from './jobs.ts';

type Greeting = { to: string; asked_by: string };
const greeting = jobKind<Greeting>('greeting');

test.each([{}, { turns: { each: 1 } }])(
  'OPS-05 each of 300 jobs is done once by one of three processes: %j',
  async (options) => {
    const opened = await createTestDatabase();
    const clock = createFakeClock();
    const greeted: string[] = [];
    const all = [1, 2, 3].map(() => {
      const { jobs, db } = createJobs({ db: opened, clock, log: silentLog });
      jobs.handle(greeting, async ({ to }) => void greeted.push(to), options);
      jobs.start();
      return { jobs, db };
    });
    const names = Array.from({ length: 300 }, (_, at) => `Person ${at}`);
    await Promise.all(
      all.map(({ jobs, db }, nth) =>
        db.transaction(async (tx) => {
          for (const to of names.filter((_, at) => at % 3 === nth))
            await jobs.enqueue(tx, greeting, { to, asked_by: to });
        }),
      ),
    );
    await Promise.all(all.map(({ jobs }) => jobs.idle()));
    expect(greeted.toSorted()).toEqual(names.toSorted());
    expect(await opened.query('select from jobs')).toEqual([]);
    for (const { jobs } of all) await jobs.stop();
    await opened.close();
  },
);
