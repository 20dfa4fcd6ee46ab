import { expect, test } from 'vitest';
import { createHeldMemory } from './held-memory.ts';

function start(maxBytes: number) {
  const memory = createHeldMemory(maxBytes);
  const cut: string[] = [];
  const holders = new Map<string, object>();
  const holderOf = (name: string) => holders.get(name) ?? holders.set(name, {}).get(name)!;
  return {
    cut,
    hold: (name: string, from: string, bytes: number) =>
      memory.hold(holderOf(name), from, bytes, () => cut.push(name)),
    release: (name: string) => memory.release(holderOf(name)),
  };
}

test('LIVE-10 the address with most loses what it has held for longest, until the rest fits', () => {
  const { hold, cut } = start(100);
  hold('other', 'b', 45);
  hold('first', 'a', 20);
  hold('second', 'a', 20);
  hold('third', 'a', 15);
  expect(cut).toEqual([]);
  // The oldest of the address stays the oldest, whatever it holds by then.
  hold('first', 'a', 10);
  hold('fourth', 'a', 40);
  expect(cut).toEqual(['first', 'second']);
});

test('LIVE-10 an amount replaces the one before, and what is released counts no longer', () => {
  const { hold, release, cut } = start(100);
  hold('first', 'a', 90);
  hold('first', 'a', 10);
  hold('second', 'a', 90);
  expect(cut).toEqual([]);
  release('second');
  release('second');
  hold('third', 'b', 90);
  expect(cut).toEqual([]);
  hold('fourth', 'c', 1);
  expect(cut).toEqual(['third']);
});
