import { createECDH, randomBytes } from 'node:crypto';
import { calendarFeedRoutes } from '@hereabouts/contract/calendar-feed';
import { friendLinkRoutes } from '@hereabouts/contract/friend-links';
import { pushRoutes } from '@hereabouts/contract/push';
import { startTestApp, type TestApp, type TestPerson } from '@hereabouts/testing/app';
import type { Queryable } from '#server/db/database.ts';
import { untilLockWait } from '@hereabouts/testing/lock-waits';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';

/** PGlite has one connection, on which nothing waits for a transaction. */
const isAlone = inject('testDatabase').engine === 'pglite';

let app: TestApp;
let anna: TestPerson;
beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  anna = await app.signUp();
});
afterAll(() => app.stop());

/** As the owner of an address does who proves it: without a word to this process, which believes in the session for 2 s. */
const endElsewhere = async (tx: Queryable) => {
  await tx.query('delete from calendar_feeds where user_id = $1', [anna.id]);
  await tx.query("update auth.sessions set ended_at = now(), end_reason = 'ended' where user_id = $1", [
    anna.id,
  ]);
  await tx.query('delete from friend_links where owner_id = $1', [anna.id]);
  await tx.query('delete from push_subscriptions where user_id = $1', [anna.id]);
};

const BROWSER = createECDH('prime256v1');
const subscription = {
  endpoint: 'https://fcm.googleapis.com/fcm/send/one',
  keys: { p256dh: BROWSER.generateKeys('base64url'), auth: randomBytes(16).toString('base64url') },
};

describe.each([
  [
    'push subscription',
    () => anna.call(pushRoutes.subscribeToPush, { body: subscription }),
    'push_subscriptions',
    'user_id',
  ],
  ['calendar feed', () => anna.call(calendarFeedRoutes.createCalendarFeed), 'calendar_feeds', 'user_id'],
  ['friend link', () => anna.call(friendLinkRoutes.createFriendLink), 'friend_links', 'owner_id'],
] as const)('a session that ends makes no %s', (_, create, table, owner) => {
  const isMade = async () =>
    (await app.context.db.query(`select from ${table} where ${owner} = $1`, [anna.id])).length > 0;

  test('AUTH-09 once it has ended, also where a process has not heard of it (S14)', async () => {
    expect((await create()).status).toBeLessThan(300);
    await app.context.db.transaction(endElsewhere);
    expect((await create()).body.error.code).toBe('unauthenticated');
    expect(await isMade()).toBe(false);
  });

  test.skipIf(isAlone)('AUTH-09 while it is being ended (S14)', async () => {
    const { db } = app.context;
    const { asked } = await db.transaction(async (tx) => {
      await tx.query('select from auth.users where id = $1 for update', [anna.id]);
      const answer = create();
      await untilLockWait(db, answer);
      await endElsewhere(tx);
      return { asked: answer };
    });
    expect((await asked).body.error.code).toBe('unauthenticated');
    expect(await isMade()).toBe(false);
  });
});
