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
  const of = (seq: number, jobId: string = randomUUID(), deviceId: string = device) => ({
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

test('PUSH-04 a push that is cut off is tried again by its job, or by any after the pause', async () => {
  const { ctx, of, one, other } = arrange();
  const push = of(3);
  await one.begin(push);
  expect([await other.begin(of(3)), await one.begin(push)]).toEqual([null, null]);
  const end = await other.begin({ ...push, seq: 4 });
  await end?.(true);
  expect(await other.begin({ ...push, seq: 4 })).toBeNull();
  ctx.clock.advance(25 * SECOND_MS);
  expect(await other.begin(of(4))).toBeNull();
  await other.begin(of(5));
  ctx.clock.advance(25 * SECOND_MS);
  expect(await createChatPushLog(ctx).begin(of(5))).not.toBeNull();
});

test('PUSH-03 what the push service did not take, another job may send at once', async () => {
  const { of, one, other } = arrange();
  const end = await one.begin(of(3));
  await end?.(false);
  expect(await other.begin(of(3))).not.toBeNull();
});

test('PUSH-04 pushes that begin and end at once in many processes do not wait for each other', async () => {
  const { ctx, of } = arrange();
  const devices: string[] = Array.from({ length: 40 }, () => randomUUID());
  const work = async (order: readonly string[]) => {
    const log = createChatPushLog(ctx);
    for (let seq = 1; seq <= 5; seq += 1) {
      const ends = await Promise.all(order.map((device) => log.begin(of(seq, randomUUID(), device))));
      await Promise.all(ends.toReversed().map((end) => end?.(seq % 2 === 0) ?? Promise.resolve()));
    }
  };
  await expect(Promise.all([work(devices), work(devices.toReversed())])).resolves.toHaveLength(2);
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
