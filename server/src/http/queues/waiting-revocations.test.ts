import { ORDINARY_REQUEST } from '@hereabouts/testing/ordinary-request';
import { expect, test } from 'vitest';
import { createRequestTurns } from './request-turns.ts';

test('LIVE-10 revocations that wait in an outer queue delay no other revocation', async () => {
  const turns = createRequestTurns(10);
  const leave = {
    ...ORDINARY_REQUEST,
    limit: 'revocation',
    outerQueue: () => new Promise<never>(() => {}),
  } as const;
  for (let nth = 0; nth < 100; nth += 1)
    void turns.run({ userId: `${nth}`, sessionId: `${nth}` }, { ...leave, from: `${nth}` }, async () => {});
  const block = { ...ORDINARY_REQUEST, limit: 'revocation', from: 'home' } as const;
  expect(await turns.run({ userId: 'anna', sessionId: 'anna' }, block, async () => 'blocked')).toBe(
    'blocked',
  );
});

test("LIVE-10 a revocation that has waited is not kept behind the person's others, as others may wait for it", async () => {
  const turns = createRequestTurns(10);
  const mallory = (session: number) => ({ userId: 'mallory', sessionId: `${session}` });
  const block = { ...ORDINARY_REQUEST, limit: 'revocation' } as const;
  for (let nth = 0; nth < 1_000; nth += 1)
    void turns.run(mallory(nth % 100), block, () => new Promise<never>(() => {}));
  const leave = { ...block, outerQueue: <T>(work: () => Promise<T>) => work() };
  expect(await turns.run(mallory(0), leave, async () => 'left')).toBe('left');
});

test('LIVE-10 waiting revocations of a stolen session do not delay its owner', async () => {
  const turns = createRequestTurns(10);
  const kind = { ...ORDINARY_REQUEST, limit: 'revocation' } as const;
  const forever = { ...kind, outerQueue: () => new Promise<never>(() => {}) };
  for (let nth = 0; nth < 100; nth += 1)
    void turns.run({ userId: 'anna', sessionId: 'thief' }, forever, async () => {});
  const leave = { ...kind, outerQueue: <T>(work: () => Promise<T>) => work() };
  expect(await turns.run({ userId: 'anna', sessionId: 'anna' }, leave, async () => 'left')).toBe('left');
});
