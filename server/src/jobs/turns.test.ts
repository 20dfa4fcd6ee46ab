import { HOUR_MS, SECOND_MS } from '@hereabouts/contract/durations';
import { createTestDatabase } from '@hereabouts/testing/database';
import { createFakeClock, type FakeClock } from '@hereabouts/testing/fake-clock';
import { silentLog } from '@hereabouts/testing/silent-log';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Database } from '#server/db/database.ts';
import { createJobs, jobKind, type Jobs } from './jobs.ts';

type Greeting = { asked_by: string };
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
  const greet = async ({ asked_by: asker }: Greeting) => void greeted.push(asker);
  jobs.handle(greeting, greet, { concurrency: 1, turns: { each: 1 } });
});
afterEach(async () => {
  await jobs.stop();
  await opened.close();
});

async function enqueue(asked_by: string, count: number): Promise<void> {
  for (let nth = 0; nth < count; nth += 1) await jobs.enqueue(opened, greeting, { asked_by });
}

test('OPS-05 those who cause a kind of jobs take turns, however many jobs each of them has', async () => {
  await enqueue('Mallory', 20);
  await enqueue('Eve', 20);
  clock.set(clock.now() + 5 * SECOND_MS);
  await enqueue('Ann', 2);
  jobs.start();
  await jobs.idle();
  expect(greeted).toHaveLength(42);
  for (const at of [0, 3]) expect(greeted.slice(at, at + 3).toSorted()).toEqual(['Ann', 'Eve', 'Mallory']);
});

test('OPS-05 a job nobody asked for waits behind one somebody asked for', async () => {
  const news = jobKind<{ asked_by?: string; nth: number }>('news');
  const told: number[] = [];
  jobs.handle(news, async ({ nth }) => void told.push(nth), { concurrency: 1, turns: { each: 1 } });
  for (const nth of [3, 4]) await jobs.enqueue(opened, news, { nth });
  clock.set(clock.now() + SECOND_MS);
  for (const nth of [1, 2]) await jobs.enqueue(opened, news, { asked_by: 'Ann', nth });
  jobs.start();
  await jobs.idle();
  expect(told.slice(2)).toContain(4);
  expect(told).toHaveLength(4);
});

test('OPS-05 the jobs of one of those who take turns keep their order, and those due later wait', async () => {
  const told: number[] = [];
  const telling = jobKind<{ asked_by: string; nth: number }>('telling');
  jobs.handle(telling, async ({ nth }) => void told.push(nth), {
    concurrency: 1,
    turns: { each: 1 },
  });
  for (const nth of [3, 1, 2]) {
    await jobs.enqueue(opened, telling, { asked_by: 'Ann', nth }, { dueAtMs: clock.now() + nth * SECOND_MS });
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
  const handle = async ({ asked_by: asker }: Greeting) => {
    begun.push(asker);
    if (asker === 'Mallory') await new Promise<void>((resolve) => ends.push(resolve));
  };
  jobs.handle(slow, handle, { concurrency: 4, turns: { each: 2 } });
  for (let nth = 0; nth < 6; nth += 1) await jobs.enqueue(opened, slow, { asked_by: 'Mallory' });
  jobs.start();
  await expect.poll(() => begun).toEqual(['Mallory', 'Mallory']);
  for (let nth = 0; nth < 3; nth += 1) await jobs.enqueue(opened, slow, { asked_by: 'Ann' });
  await expect.poll(() => begun.filter((asker) => asker === 'Ann')).toHaveLength(3);
  expect(begun.filter((asker) => asker === 'Mallory')).toHaveLength(2);
  // The next of somebody begins when one of theirs ends.
  for (let nth = 3; nth <= 6; nth += 1) {
    ends.shift()?.();
    await expect.poll(() => begun.filter((asker) => asker === 'Mallory')).toHaveLength(nth);
  }
  for (const end of ends) end();
  await jobs.idle();
});

test('OPS-05 those whose jobs are due later, however many, keep nobody from a turn', async () => {
  const payloads = Array.from({ length: 600 }, (_, nth) => ({ asked_by: `Eve ${nth}` }));
  await jobs.enqueueMany(
    opened,
    greeting,
    payloads.map((payload) => ({
      payload,
      key: payload.asked_by,
      userId: null,
      dueAtMs: clock.now() + HOUR_MS,
    })),
  );
  await enqueue('Zoe', 2);
  jobs.start();
  await jobs.idle();
  expect(greeted).toEqual(['Zoe', 'Zoe']);
});

test('OPS-05 a job that takes long stands aside for those of others, and its asker has no second one meanwhile', async () => {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  let takesLong = true;
  const slow = jobKind<Greeting>('slow');
  const handle = async ({ asked_by: asker }: Greeting) => {
    begun.push(asker);
    if (asker !== 'Ann' && takesLong) await new Promise<void>((resolve) => ends.push(resolve));
  };
  const turns = { each: 2, aside: { afterMs: SECOND_MS, max: () => 4 } };
  jobs.handle(slow, handle, { concurrency: 1, turns });
  const add = (asked_by: string) => jobs.enqueue(opened, slow, { asked_by });
  for (const asker of ['Eve', 'Eve', 'Mallory', 'Mallory']) await add(asker);
  jobs.start();
  for (const count of [1, 2]) {
    await expect.poll(() => begun).toHaveLength(count);
    clock.advance(SECOND_MS);
  }
  // Whoever comes next has the place, and those who wait have not.
  for (const count of [3, 4]) {
    await add('Ann');
    await expect.poll(() => begun).toHaveLength(count);
  }
  expect(begun.toSorted()).toEqual(['Ann', 'Ann', 'Eve', 'Mallory']);
  const first = begun[0];
  ends.shift()?.();
  await expect.poll(() => begun).toHaveLength(5);
  expect(begun[4]).toBe(first);
  clock.advance(SECOND_MS);
  // As many stand aside as may: the next slow one keeps the place, until one of them ends.
  for (const [at, asker] of ['Bob', 'Cid', 'Dan'].entries()) {
    await add(asker);
    await expect.poll(() => begun).toHaveLength(6 + at);
    clock.advance(SECOND_MS);
  }
  await add('Ann');
  await enqueue('Zoe', 1);
  await expect.poll(() => greeted).toEqual(['Zoe']);
  expect(begun).toHaveLength(8);
  takesLong = false;
  ends.shift()?.();
  await expect
    .poll(() => {
      clock.advance(SECOND_MS);
      return begun.filter((asker) => asker === 'Ann');
    })
    .toHaveLength(3);
  for (const end of ends) end();
  await jobs.idle();
});

test('OPS-05 kinds of one group count what somebody has running together, and a slow asker has one place', async () => {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const turns = { each: 2, group: 'mails', aside: { afterMs: SECOND_MS, max: () => 10 } };
  const kinds = ['codes', 'notices'].map((name) => jobKind<Greeting>(name));
  for (const kind of kinds) {
    const handle = async ({ asked_by: asker }: Greeting) => {
      begun.push(`${kind.name} of ${asker}`);
      await new Promise<void>((resolve) => ends.push(resolve));
    };
    jobs.handle(kind, handle, { concurrency: 8, turns });
  }
  for (let times = 0; times < 2; times += 1)
    for (const kind of kinds) await jobs.enqueue(opened, kind, { asked_by: 'Eve' });
  jobs.start();
  await expect.poll(() => begun).toHaveLength(2);
  clock.advance(SECOND_MS);
  for (const end of ends.splice(0)) end();
  await expect.poll(() => begun).toHaveLength(3);
  for (const end of ends.splice(0)) end();
  await expect.poll(() => begun).toHaveLength(4);
  for (const end of ends) end();
  await jobs.idle();
});

test('OPS-05 askers of slow jobs begin no more while these fill half of the places to stand aside', async () => {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const slow = jobKind<Greeting>('slow');
  const handle = async ({ asked_by: asker }: Greeting) => {
    begun.push(asker);
    if (asker !== 'Ann') await new Promise<void>((resolve) => ends.push(resolve));
  };
  jobs.handle(slow, handle, {
    concurrency: 8,
    turns: { each: 1, aside: { afterMs: SECOND_MS, max: () => 4 } },
  });
  const crowd = ['Eve', 'Mallory', 'Oscar', 'Trudy'];
  const add = (asked_by: string) => jobs.enqueue(opened, slow, { asked_by });
  for (let times = 0; times < 2; times += 1) for (const asker of crowd) await add(asker);
  jobs.start();
  await expect.poll(() => begun).toHaveLength(4);
  clock.advance(SECOND_MS);
  for (let ended = 1; ended <= 2; ended += 1) {
    ends.shift()?.();
    await add('Ann');
    await expect.poll(() => begun).toHaveLength(4 + ended);
  }
  expect(begun.slice(4)).toEqual(['Ann', 'Ann']);
  const ending = setInterval(() => ends.shift()?.());
  await expect.poll(() => begun).toHaveLength(10);
  await jobs.idle();
  clearInterval(ending);
});
