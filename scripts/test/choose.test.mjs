import { expect, test } from 'vitest';
import { chooseTests, onlyTest, roundsOf } from './choose.mjs';

const tests = Array.from({ length: 50 }, (_, index) => ({
  file: `e2e/${index % 4}.spec.ts`,
  name: `test ${index}`,
}));

test('a seed chooses the same tests again, in whatever order they were listed', () => {
  const chosen = chooseTests(tests, { seed: 7, count: 20 });
  expect(chosen).toHaveLength(20);
  expect(new Set(chosen).size).toBe(20);
  expect(chooseTests(tests.toReversed(), { seed: 7, count: 20 })).toEqual(chosen);
  expect(chooseTests(tests, { seed: 8, count: 20 })).not.toEqual(chosen);
});

test('no more tests are chosen than there are', () => {
  const chosen = chooseTests(tests, { seed: 7, count: Infinity });
  expect(new Set(chosen)).toEqual(new Set(tests));
  expect(chosen).toHaveLength(tests.length);
});

test('over many seeds every test is chosen, the first no more often than the others', () => {
  const times = new Map(tests.map(({ name }) => [name, 0]));
  for (let seed = 0; seed < 500; seed++) {
    for (const { name } of chooseTests(tests, { seed, count: 5 })) times.set(name, times.get(name) + 1);
  }
  expect(Math.min(...times.values())).toBeGreaterThan(20);
  expect(Math.max(...times.values())).toBeLessThan(100);
});

test('a test is found by its whole name, whatever characters it has', () => {
  const name = 'CONT-05 "Accept" (of 2) [m4] $x.*';
  expect(onlyTest(name).test(name)).toBe(true);
  expect(onlyTest(name).test(`${name} and more`)).toBe(false);
  expect(onlyTest('CONT-05').test(name)).toBe(false);
});

test('in a round no file comes twice, and no test is left out', () => {
  const rounds = roundsOf(tests);
  expect(rounds.map((round) => round.length)).toEqual([...Array.from({ length: 12 }, () => 4), 2]);
  for (const round of rounds) expect(new Set(round.map(({ file }) => file)).size).toBe(round.length);
  expect(new Set(rounds.flat())).toEqual(new Set(tests));
});
