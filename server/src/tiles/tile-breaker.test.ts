import { createFakeClock } from '@hereabouts/testing/fake-clock';
import { expect, test } from 'vitest';
import { createTileBreaker } from './tile-breaker.ts';

const OF_TILE = { isOfService: false };

function start() {
  const clock = createFakeClock();
  const breaker = createTileBreaker(clock);
  const fails = (client: string, times = 1) => {
    for (let n = 0; n < times; n += 1) {
      expect(breaker.tryStart(client)).toBe(true);
      breaker.failed(client, OF_TILE);
    }
  };
  return { clock, breaker, fails };
}

test('HOME-17 tiles that fail for one address keep nobody else from theirs (S6)', () => {
  const { clock, breaker, fails } = start();
  fails('attacker', 3);
  expect([breaker.tryStart('attacker'), breaker.tryStart('honest')]).toEqual([false, true]);
  breaker.succeeded('honest');
  clock.advance(30_000);
  fails('attacker');
  expect(breaker.tryStart('attacker')).toBe(false);
  clock.advance(30_000);
  expect(breaker.tryStart('attacker')).toBe(true);
  breaker.succeeded('attacker');
  fails('attacker', 2);
  expect(breaker.tryStart('attacker')).toBe(true);
});

test('HOME-17 four addresses in a row that get no tile open the breaker for all', () => {
  const { clock, breaker, fails } = start();
  for (const client of ['one', 'two', 'three']) fails(client);
  expect(breaker.tryStart('five')).toBe(true);
  breaker.succeeded('five');
  for (const client of ['one', 'two', 'three', 'four']) fails(client);
  expect(breaker.tryStart('five')).toBe(false);
  clock.advance(30_000);
  expect([breaker.tryStart('five'), breaker.tryStart('six')]).toEqual([true, false]);
});

test('HOME-17 after the rest a tile that fails lets the next address try', () => {
  const { clock, breaker, fails } = start();
  for (const client of ['one', 'two', 'three', 'four']) fails(client);
  clock.advance(30_000);
  fails('one');
  expect(breaker.tryStart('honest')).toBe(true);
  breaker.succeeded('honest');
  expect([breaker.tryStart('honest'), breaker.tryStart('five')]).toEqual([true, true]);
});

test('HOME-17 what the service says about itself counts for all', () => {
  const { clock, breaker } = start();
  breaker.failed('one', { isOfService: true, openForMs: 120_000 });
  clock.advance(119_999);
  expect(breaker.tryStart('two')).toBe(false);
  clock.advance(1);
  expect(breaker.tryStart('two')).toBe(true);
});
