import { expect, test } from 'vitest';
import { createFairQueue, type FairQueue } from './fair-queue.ts';

const create = () => createFairQueue<string>(() => true, 2);

function take(queue: FairQueue<string>): string | null {
  let person = '';
  const item = queue.takeNext((key) => (person = key));
  if (item !== null) queue.countEnd(person, `of ${person}`);
  return item;
}

const ask = (queue: FairQueue<string>, person: string) =>
  queue.add({ key: person, group: `of ${person}`, item: person });

test('LIVE-10 a key with many turns is next like any other once turns are forgotten', () => {
  const queue = create();
  for (let turn = 0; turn < 100; turn += 1) {
    ask(queue, 'anna');
    expect(take(queue)).toBe('anna');
  }
  queue.forgetTurns();
  for (let round = 0; round < 50; round += 1) for (const other of ['ben', 'cleo', 'dan']) ask(queue, other);
  ask(queue, 'anna');
  const first = Array.from({ length: 4 }, () => take(queue));
  expect(new Set(first)).toEqual(new Set(['anna', 'ben', 'cleo', 'dan']));
});

test('LIVE-10 a key that asks again is next, however many turns another one has had meanwhile', () => {
  const queue = create();
  ask(queue, 'anna');
  expect(take(queue)).toBe('anna');
  for (let turn = 0; turn < 100; turn += 1) ask(queue, 'ben');
  for (let turn = 0; turn < 50; turn += 1) expect(take(queue)).toBe('ben');
  ask(queue, 'anna');
  expect(take(queue)).toBe('anna');
});
