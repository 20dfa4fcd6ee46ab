import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createSignedInTurn } from './signed-in-turn.ts';

const forever = () => new Promise<string>(() => {});

test('AUTH-09 accounts of one network address hold up none of another, and people there take turns (S34)', async () => {
  const inTurn = createSignedInTurn();
  const begun: string[] = [];
  const finish: (() => void)[] = [];
  const ask = (userId: string, from: string, sessionId = userId) =>
    inTurn({ sessionId, userId, from }, async () => {
      begun.push(userId);
      await new Promise<void>((resolve) => finish.push(resolve));
    });
  for (const userId of ['first', 'second', 'third'])
    for (let nth = 0; nth < 20; nth += 1) void ask(userId, 'here', `${userId} ${nth}`);
  void ask('guest', 'here');
  await setImmediate();
  const eight = Array.from({ length: 8 }, (_, nth) => (nth < 4 ? 'first' : 'second'));
  expect(begun).toEqual(eight);

  void ask('elsewhere', 'there');
  await setImmediate();
  for (const done of finish.splice(0, 2)) done();
  await setImmediate();
  expect(begun.slice(8)).toEqual(['elsewhere', 'third', 'guest']);
});

test('AUTH-09 a stolen session waits for itself and does not hold up its owner', async () => {
  const inTurn = createSignedInTurn();
  for (let times = 0; times < 100; times += 1)
    void inTurn({ sessionId: 'stolen', userId: 'anna', from: 'there' }, forever);
  const own = { sessionId: 'own', userId: 'anna', from: 'here' };
  await expect(inTurn(own, async () => 'answered')).resolves.toBe('answered');
});
