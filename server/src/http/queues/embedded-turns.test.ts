import { createFakeClock } from '@hereabouts/testing/fake-clock';
import { ORDINARY_REQUEST } from '@hereabouts/testing/ordinary-request';
import { expect, test } from 'vitest';
import { createRequester, runFor } from '#server/async/requester.ts';
import { createRequestTurns } from './request-turns.ts';

const settled = () => new Promise((resolve) => void setImmediate(resolve));

test('on the embedded database changes of guest lists get half of its time, one after the other (S43)', async () => {
  const clock = createFakeClock();
  const turns = createRequestTurns(10, clock);
  const change = { ...ORDINARY_REQUEST, bulk: true } as const;
  const started: string[] = [];
  const run = (userId: string, workMs: number) =>
    turns.run({ userId, sessionId: userId }, change, async () => {
      started.push(userId);
      clock.advance(workMs);
      return userId;
    });
  const answers = [run('0', 300), run('1', 100), run('2', 100)];
  expect(await answers[0]).toBe('0');
  await settled();
  clock.advance(299);
  await settled();
  expect(started).toEqual(['0']);
  clock.advance(1);
  expect(await answers[1]).toBe('1');
  await settled();
  expect(started).toEqual(['0', '1']);
  clock.advance(100);
  expect(await answers[2]).toBe('2');
});

test('LIVE-10 revocations of sixty-four people run at once, and the next has no pause to wait for', async () => {
  const turns = createRequestTurns(10, createFakeClock());
  const kind = { ...ORDINARY_REQUEST, limit: 'revocation' } as const;
  const ends: (() => void)[] = [];
  const revoke = (userId: string) =>
    turns.run(
      { userId, sessionId: userId },
      { ...kind, from: userId },
      () => new Promise<void>((end) => ends.push(end)),
    );
  for (let at = 0; at < 66; at += 1) void revoke(`${at}`);
  await settled();
  expect(ends).toHaveLength(64);
  ends[0]?.();
  await settled();
  expect(ends).toHaveLength(65);
});

test('on the embedded database the pause of a change counts its work, without its wait for the connection (S43)', async () => {
  const clock = createFakeClock();
  const turns = createRequestTurns(10, clock);
  const change = { ...ORDINARY_REQUEST, bulk: true } as const;
  const run = (userId: string, waitedMs: number, workMs: number) => {
    const requester = createRequester(userId);
    return runFor(requester, () =>
      turns.run({ userId, sessionId: userId }, change, async () => {
        clock.advance(waitedMs + workMs);
        requester.waitedMs += waitedMs;
      }),
    );
  };
  await run('first', 800, 100);
  let isNextMade = false;
  const next = run('next', 0, 0).then(() => (isNextMade = true));
  await settled();
  clock.advance(99);
  await settled();
  expect(isNextMade).toBe(false);
  clock.advance(1);
  await next;
});
