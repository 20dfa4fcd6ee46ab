import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createSignedInTurn } from './signed-in-turn.ts';

const forever = () => new Promise<string>(() => {});
const read = { isRevocation: false, isGone: () => false };

test('AUTH-09 accounts of one network address hold up none of another, and people there take turns (S34)', async () => {
  const inTurn = createSignedInTurn();
  const begun: string[] = [];
  const finish: (() => void)[] = [];
  const ask = (userId: string, from: string, sessionId = userId) =>
    inTurn({ ...read, sessionId, userId, from }, async () => {
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
    void inTurn({ ...read, sessionId: 'stolen', userId: 'anna', from: 'there' }, forever);
  const own = { ...read, sessionId: 'own', userId: 'anna', from: 'here' };
  await expect(inTurn(own, async () => 'answered')).resolves.toBe('answered');
});

test('LIVE-10 a session with too many requests under way is refused another one, but no revocation', async () => {
  const inTurn = createSignedInTurn();
  const stolen = { ...read, sessionId: 'stolen', userId: 'anna', from: 'there' };
  for (let times = 0; times < 508; times += 1) void inTurn(stolen, forever);
  await expect(inTurn(stolen, forever)).rejects.toMatchObject({ code: 'rate_limited' });
  let isRefused = false;
  inTurn({ ...stolen, isRevocation: true }, forever).catch(() => {
    isRefused = true;
  });
  await setImmediate();
  expect(isRefused).toBe(false);
});

test('AUTH-09 nothing is read for a client that has hung up while it waited, but a revocation is made', async () => {
  const inTurn = createSignedInTurn();
  const gone = { ...read, sessionId: 'own', userId: 'anna', from: 'here', isGone: () => true };
  await expect(inTurn(gone, async () => 'read')).rejects.toMatchObject({ code: 'unavailable' });
  await expect(inTurn({ ...gone, isRevocation: true }, async () => 'made')).resolves.toBe('made');
});
