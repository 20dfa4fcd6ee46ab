import { expect, test } from 'vitest';
import { ChatReader } from './chat-reader.ts';
import { checkChat } from './check-chat.ts';

const LOG = ['a', 'b', 'c'];
const storedOf = (ids: readonly string[]) => new Map(ids.map((id, index) => [index + 1, id]));
const acknowledge = (...seqs: number[]) => ({
  acknowledged: seqs.map((seq, index) => ({ id: LOG[seq - 1]!, seq, n: index + 1, ackedMs: 0, waitMs: 0 })),
});
const read = (...received: [number, string][]) => {
  const reader = new ChatReader();
  for (const [seq, id] of received)
    reader.receive({ seq, id, created_at: '2026-06-20T12:00:00.000Z' }, 'live');
  return reader;
};
const whole = () => read([1, 'a'], [2, 'b'], [3, 'c']);

test('OPS-10 a log that everybody has is sound, however often and in whatever order its messages came', () => {
  const late = read([3, 'c'], [1, 'a'], [2, 'b'], [1, 'a']);
  expect(checkChat(storedOf(LOG), [acknowledge(1, 3), acknowledge(2)], [whole(), late])).toEqual([]);
  expect([late.repeated, late.early, late.reach, late.hasGap]).toEqual([1, 1, 3, false]);
});

test.for([
  ['lost', ['a', 'b'], acknowledge(3), read([1, 'a'], [2, 'b']), 'acknowledged message 1 (c) is lost'],
  ['doubled', ['a', 'b', 'a'], acknowledge(1), read([1, 'a'], [2, 'b'], [3, 'a']), 'an id is stored twice'],
  ['out of order', LOG, acknowledge(3, 1), whole(), 'message 2 (a) has number 1'],
  ['missed by a page', LOG, acknowledge(1), read([1, 'a'], [3, 'c']), 'page 1 has nothing at number 2'],
  [
    'different on a page',
    LOG,
    acknowledge(1),
    read([1, 'a'], [2, 'x'], [3, 'c']),
    'page 1 has x at number 2',
  ],
  [
    'two at one number',
    LOG,
    acknowledge(1),
    read([1, 'a'], [1, 'z'], [2, 'b'], [3, 'c']),
    'number 1 is both',
  ],
] as const)('OPS-10 what is %s is found', ([, ids, writer, reader, finding]) => {
  expect(checkChat(storedOf(ids), [writer], [reader]).join('\n')).toContain(finding);
});

test('OPS-10 a log with a gap is found', () => {
  expect(
    checkChat(
      new Map([
        [1, 'a'],
        [3, 'c'],
      ]),
      [],
      [],
    ),
  ).toContain('the stored log has gaps');
});
