import { ORDINARY_REQUEST } from '@hereabouts/testing/ordinary-request';
import { expect, test } from 'vitest';
import { createRequestTurns } from './request-turns.ts';

const settled = () => new Promise((resolve) => void setImmediate(resolve));

test('LIVE-10 on the embedded database a start of sharing waits for no change of others that waits for the connection (S43)', async () => {
  const turns = createRequestTurns(10, true);
  const change = { ...ORDINARY_REQUEST, bulk: true } as const;
  const started: string[] = [];
  const ask = (userId: string) =>
    void turns.run({ userId, sessionId: userId }, { ...change, from: userId }, async () => {
      started.push(userId);
      await new Promise(() => {});
    });
  for (let nth = 0; nth < 40; nth += 1) ask(`${nth}`);
  ask('another');
  await settled();
  expect(started).toHaveLength(41);
});

test('LIVE-10 revocations of sixty-four people run at once, and the next has no pause to wait for', async () => {
  const turns = createRequestTurns(10);
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
