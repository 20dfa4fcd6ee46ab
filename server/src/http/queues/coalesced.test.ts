import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createCoalesced } from './coalesced.ts';
import { createInTurn, runningPerKey } from './in-turn.ts';

test('LIVE-10 what waits is done once for all who ask for it, and again for whoever asks once it has begun', async () => {
  const coalesced = createCoalesced(createInTurn(runningPerKey(1)));
  const ends: (() => void)[] = [];
  let begun = 0;
  const ask = (key: string) =>
    coalesced(key, async () => {
      const nth = (begun += 1);
      await new Promise<void>((resolve) => ends.push(resolve));
      return nth;
    });
  const first = ask('a');
  const others = [ask('a'), ask('a'), ask('a')];
  const elsewhere = ask('b');
  expect(begun).toBe(2);
  ends[0]?.();
  expect(await first).toBe(1);
  await setImmediate();
  expect(begun).toBe(3);
  const late = ask('a');
  for (let nth = 1; nth < 4; nth += 1) {
    ends[nth]?.();
    await setImmediate();
  }
  expect(await Promise.all(others)).toEqual([3, 3, 3]);
  expect(await Promise.all([elsewhere, late])).toEqual([2, 4]);
});

test('LIVE-10 a failure is told to all who waited, and the next one tries again', async () => {
  const coalesced = createCoalesced(createInTurn(runningPerKey(1)));
  const hold = Promise.withResolvers<string>();
  const first = coalesced('a', () => hold.promise);
  const waiting = [1, 2].map(() => coalesced('a', () => Promise.reject(new Error('no'))));
  hold.resolve('yes');
  expect(await first).toBe('yes');
  expect((await Promise.allSettled(waiting)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await coalesced('a', async () => 'again')).toBe('again');
});
