import { createTestDatabase } from '@hereabouts/testing/database';
import { createFakeClock } from '@hereabouts/testing/fake-clock';
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { Queryable } from '#server/db/database.ts';
import { createChange } from './change.ts';
import { Effects } from './effects.ts';
import { createPerform, type EffectParts } from './perform.ts';

const db = await createTestDatabase();
afterAll(async () => {
  // An embedded engine is used again by later files.
  await db.query('drop table kept');
  await db.close();
});

const performed: unknown[][] = [];
const logged: unknown[][] = [];
const record =
  (name: string) =>
  (...args: unknown[]): void =>
    void performed.push([name, ...args]);
const realtime: EffectParts['realtime'] = {
  publish: record('publish'),
  mayReach: (topic) => topic !== 'user:nobody here',
  recheck: record('recheck'),
  recheckPeople: record('recheckPeople'),
  endUser: record('endUser'),
};
const parts: EffectParts = {
  realtime,
  live: { started: record('started'), stopped: record('stopped'), passedOn: async () => {} },
  throttle: { run: (_key, _everyMs, task) => task() },
  clock: createFakeClock(),
  log: { error: (...line: unknown[]) => void logged.push(line) },
  queries: {
    // On an engine of one connection these would wait for a transaction that is still open.
    countUnread: (userIds) => db.query('select unnest($1::text[]) as user_id, 2 as unread_count', [userIds]),
    listLiveAudience: async () =>
      (await db.query<{ id: string }>("select 'friend' as id")).map(({ id }) => id),
    listChatMembers: () => db.query("select 'member' as user_id, 1 as uncounted, 4 as last_seq"),
  },
};
const perform = createPerform(parts);
const change = createChange(db, perform, async () => {});

beforeEach(() => {
  performed.length = 0;
  logged.length = 0;
});

await db.query('create table kept (n int primary key)');
const keep = (tx: Queryable, n: number) => tx.query('insert into kept values ($1)', [n]);
const kept = async () => (await db.query<{ n: number }>('select n from kept order by n')).map(({ n }) => n);

test('LIVE-04 effects are performed once the change is committed, in their order', async () => {
  const result = await change(async (tx, after) => {
    await keep(tx, 1);
    after.publishUnreadCounts(['ann']).publishToEvent(7, 'rsvp_changed').publishChatAdvanced(7);
    after.recheckAudience(7, ['ann']).stopSharing(7, ['ann']).publishLiveEnded(7).endUser('bob');
    expect(performed).toEqual([]);
    return 'done';
  });
  expect(result).toBe('done');
  expect(await kept()).toContain(1);
  // Nobody waits for what is counted.
  await expect.poll(() => performed.length).toBe(9);
  expect(performed.map((call) => call.slice(0, 3))).toEqual([
    ['publish', 'live:7', 'live_ended'],
    ['endUser', 'bob', expect.any(String)],
    ['recheck', 'live:7', ['ann']],
    ['stopped', 7, ['ann']],
    ['recheck', 'live:7', ['friend']],
    ['publish', 'event:7', 'rsvp_changed'],
    ['publish', 'user:ann', 'sharing_changed'],
    ['publish', 'user:member', 'chat_advanced'],
    ['publish', 'user:ann', 'notifications_changed'],
  ]);
});

test('NOTE-01 a rollback drops the effects with the change', async () => {
  const failing = change(async (tx, after) => {
    after.publishToEvent(7, 'event_changed').publishUnreadCounts(['ann']);
    await keep(tx, 2);
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(await kept()).not.toContain(2);
  expect(performed).toEqual([]);
});

test('what a change takes outside the database is given back by each attempt that is rolled back (S37)', async () => {
  let taken = 0;
  const take = (after: Effects) => {
    taken += 1;
    after.ifRolledBack(() => (taken -= 1));
  };
  let attempts = 0;
  await change(
    async (tx, after) => {
      take(after);
      attempts += 1;
      if (attempts === 1)
        await tx.query("do $$ begin raise exception 'deadlock' using errcode = '40P01'; end $$");
    },
    { retries: 1 },
  );
  expect([attempts, taken]).toEqual([2, 1]);
  const refused = change(async (_tx, after) => {
    take(after);
    throw new Error('no');
  });
  await expect(refused).rejects.toThrow('no');
  expect(taken).toBe(1);
});

test('SAFE-01 a retry after a deadlock performs only the effects of its last attempt', async () => {
  let attempts = 0;
  await change(
    async (tx, after) => {
      attempts += 1;
      after.publishToEvent(attempts, 'event_changed');
      if (attempts === 1) {
        await tx.query("do $$ begin raise exception 'deadlock' using errcode = '40P01'; end $$");
      }
    },
    { retries: 1 },
  );
  expect(attempts).toBe(2);
  expect(performed).toEqual([['publish', 'event:2', 'event_changed', { event_id: 2 }, undefined]]);
});

test('LIVE-10 an effect that fails is logged; the change stands and the others are performed', async () => {
  const failing = createPerform({
    ...parts,
    realtime: {
      ...realtime,
      recheck() {
        throw new Error('the bus is closed');
      },
    },
    queries: { ...parts.queries, countUnread: () => Promise.reject(new Error('no database')) },
  });
  await createChange(db, failing, async () => {})(async (tx, after) => {
    await keep(tx, 3);
    after.stopSharing(7, ['ann']).publishUnreadCounts(['ann']).endUser('bob');
  });
  expect(await kept()).toContain(3);
  expect(performed.map(([name]) => name)).toEqual(['endUser', 'stopped', 'publish']);
  await expect
    .poll(() => logged)
    .toEqual([
      [{ err: new Error('the bus is closed'), effect: 'recheck' }, 'an effect of a change failed'],
      [{ err: new Error('no database') }, 'could not count unread notifications'],
    ]);
});

test('people with no open page are not counted for (S42)', async () => {
  await change(async (tx, after) => {
    await keep(tx, 40);
    after.publishUnreadCounts(['nobody here']);
  });
  expect(performed).toEqual([]);
  await change(async (tx, after) => {
    await keep(tx, 41);
    after.publishUnreadCounts(['nobody here', 'ann']);
  });
  await expect
    .poll(() => performed)
    .toEqual([['publish', 'user:ann', 'notifications_changed', { unread_count: 2 }]]);
});

test('one count of unread notifications runs at a time; people notified meanwhile are counted once (S42)', async () => {
  const asked: (readonly string[])[] = [];
  let answer = () => {};
  const slow = createPerform({
    ...parts,
    queries: {
      ...parts.queries,
      countUnread(userIds) {
        asked.push(userIds);
        return new Promise((resolve) => {
          answer = () => resolve(userIds.map((user_id) => ({ user_id, unread_count: 1 })));
        });
      },
    },
  });
  for (const person of ['ann', 'ann', 'bob', 'ann']) await slow(new Effects().publishUnreadCounts([person]));
  expect(asked).toEqual([['ann']]);
  answer();
  await expect.poll(() => asked).toEqual([['ann'], ['ann', 'bob']]);
  answer();
  await expect.poll(() => performed.map(([, topic]) => topic)).toEqual(['user:ann', 'user:ann', 'user:bob']);
});

test('CHAT-09 what needs no query is published before the call returns', () => {
  const effects = new Effects().publishUnreadCounts(['ann']).publishToEvent(7, 'event_changed');
  void perform(effects);
  expect(performed).toHaveLength(1);
});

test('LIVE-02 a Stop is answered once the bus has passed it on to other processes, in an outage after half a second', async () => {
  const clock = createFakeClock();
  const passedOn = Promise.withResolvers<void>();
  const performOn = (answer: Promise<void>) =>
    createPerform({ ...parts, clock, live: { ...parts.live, passedOn: () => answer } });
  const done: string[] = [];
  const note = (name: string) => () => void done.push(name);
  const stopped = performOn(passedOn.promise)(new Effects().stopSharing(7, ['ann'])).then(note('stopped'));
  await performOn(passedOn.promise)(new Effects().publishToEvent(7, 'event_changed')).then(note('changed'));
  expect(done).toEqual(['changed']);
  passedOn.resolve();
  await stopped;
  const inOutage = performOn(new Promise(() => {}))(new Effects().stopSharing(7, ['ann']));
  clock.advance(500);
  await inOutage;
  await performOn(Promise.reject(new Error('cut off')))(new Effects().stopSharing(7, ['ann']));
});
