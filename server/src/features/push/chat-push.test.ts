import { randomUUID } from 'node:crypto';
import { DAY_MS, SECOND_MS } from '@hereabouts/contract/durations';
import { createTestDatabase } from '@hereabouts/testing/database';
import { createFakeClock } from '@hereabouts/testing/fake-clock';
import { silentLog } from '@hereabouts/testing/silent-log';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#server/db/database.ts';
import { createChatPushLog, sweepChatPushes } from './chat-push-service.ts';

let db: Database;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.close());

function arrange() {
  const clock = createFakeClock();
  const ctx = { db, clock, log: silentLog };
  const device = randomUUID();
  const of = (seq: number, jobId: string = randomUUID(), deviceId = device) => ({
    deviceId,
    eventId: 1,
    seq,
    jobId,
  });
  // Of two processes.
  return { ctx, of, one: createChatPushLog(ctx), other: createChatPushLog(ctx) };
}

test('PUSH-03 PUSH-04 of several processes one pushes a message to a device, and later ones after a pause', async () => {
  const { ctx, of, one, other } = arrange();
  const pushes = [of(3), of(3), of(2), of(3, randomUUID(), randomUUID())];
  const begun = await Promise.all(pushes.map((push) => one.begin(push)));
  expect(begun.map((end) => end !== null)).toEqual([true, false, false, true]);
  expect(await other.begin(of(3))).toBeNull();
  await begun[0]?.(true);
  expect([await one.begin(of(3)), await other.begin(of(3))]).toEqual([null, null]);
  ctx.clock.advance(24 * SECOND_MS);
  expect(await other.begin(of(4))).toBeNull();
  ctx.clock.advance(SECOND_MS);
  const both = await Promise.all([one.begin(of(4)), other.begin(of(4))]);
  expect(both.filter((end) => end !== null)).toHaveLength(1);
});

test('PUSH-04 a push that did not end is tried again by its job alone, in any process', async () => {
  const { ctx, of, one, other } = arrange();
  const push = of(3);
  await one.begin(push);
  expect([await other.begin(of(3)), await one.begin(push)]).toEqual([null, null]);
  const end = await other.begin({ ...push, seq: 4 });
  await end?.(false);
  const again = await other.begin({ ...push, seq: 4 });
  await again?.(true);
  expect(await other.begin({ ...push, seq: 4 })).toBeNull();
  ctx.clock.advance(25 * SECOND_MS);
  expect(await other.begin({ ...push, seq: 5 })).not.toBeNull();
});

test('PUSH-03 a clock that was set back holds up no push of a chat', async () => {
  const { ctx, of, one, other } = arrange();
  await one.begin(of(3));
  ctx.clock.set(ctx.clock.now() - DAY_MS);
  expect(await other.begin(of(4))).not.toBeNull();
});

test('pushes of chats are forgotten after a day', async () => {
  const { ctx, of, one } = arrange();
  const end = await one.begin(of(3));
  await end?.(true);
  ctx.clock.advance(DAY_MS);
  await sweepChatPushes(ctx);
  expect(await one.begin(of(3))).toBeNull();
  ctx.clock.advance(1);
  await sweepChatPushes(ctx);
  expect(await one.begin(of(3))).not.toBeNull();
});
