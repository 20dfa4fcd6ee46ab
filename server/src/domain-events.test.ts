import { createTestDatabase } from '@hereabouts/testing/database';
import { afterAll, expect, test } from 'vitest';
import { createEmit, type Subscribers } from './domain-events.ts';
import { createChange } from './effects/change.ts';
import type { Effects } from './effects/effects.ts';
import type { Effect } from './effects/order.ts';

const db = await createTestDatabase();
afterAll(async () => {
  // An embedded engine is used again by later files.
  await db.query('drop table kept');
  await db.close();
});
await db.query('create table kept (n int primary key)');

const performed: Effect[] = [];
const perform = (after: Effects) => Promise.resolve(void performed.push(...after.list()));
const change = createChange(db, perform, async () => {});
const nobody: Subscribers = {
  participation_ended: [],
  event_moved: [],
  event_cancelled: [],
  picture_removed: [],
  friendship_refused: [],
  person_blocked: [],
  quiet_hours_moved: [],
  places_freed: [],
};
const news = { eventId: 7 };

test('SAFE-04 subscribers write in the transaction that announces, one after the other, and collect their effects', async () => {
  const emit = createEmit({
    ...nobody,
    event_cancelled: [
      async (tx) => void (await tx.query('insert into kept values (1)')),
      async (tx, after, { eventId }) => {
        const [row] = await tx.query<{ n: number }>('update kept set n = n + 1 returning n');
        after.publishLiveEnded(eventId).publishUnreadCounts([`${row?.n}`]);
      },
    ],
  });
  await change((tx, after) => emit(tx, after, 'event_cancelled', news));
  expect(await db.query('select n from kept')).toEqual([{ n: 2 }]);
  expect(performed).toMatchObject([
    { kind: 'publish_before_recheck', topic: 'live:7' },
    { kind: 'publish_unread_counts', userIds: new Set(['2']) },
  ]);
});

test('SAFE-01 a subscriber that fails undoes the whole change', async () => {
  performed.length = 0;
  const emit = createEmit({
    ...nobody,
    event_cancelled: [
      async (tx, after) => {
        await tx.query('insert into kept values (9)');
        after.publishLiveEnded(7);
      },
      () => Promise.reject(new Error('no')),
    ],
  });
  const failing = change((tx, after) => emit(tx, after, 'event_cancelled', news));
  await expect(failing).rejects.toThrow('no');
  expect(await db.query('select n from kept where n = 9')).toEqual([]);
  expect(performed).toEqual([]);
});
