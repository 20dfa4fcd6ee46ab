import { hash } from 'node:crypto';

/** So many of the tests in random order; the same seed chooses the same, however the tests were listed. */
export function chooseTests(tests, { seed, count }) {
  const drawn = tests.map((test) => ({ test, lot: hash('sha256', `${seed}\n${test.file}\n${test.name}`) }));
  const inOrder = drawn.toSorted((a, b) => (a.lot < b.lot ? -1 : 1));
  return inOrder.slice(0, count).map(({ test }) => test);
}

/** Matches a test by its whole name. */
export const onlyTest = (name) => new RegExp(`^${RegExp.escape(name)}$`);

/** Parts the tests into rounds in which no file comes twice. */
export function roundsOf(tests) {
  const rounds = [];
  for (const test of tests) {
    const round = rounds.find((others) => others.every(({ file }) => file !== test.file));
    if (round) round.push(test);
    else rounds.push([test]);
  }
  return rounds;
}
