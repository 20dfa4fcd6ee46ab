import type { ChatMessage } from '@hereabouts/contract/chat';
import { expect, test } from 'vitest';
import { blocksOf, newTo, rowsOf, type ChatBlock } from './chat-rows.ts';

const JERSEY = 'Europe/Jersey';
const TOKYO = 'Asia/Tokyo';

const say = (seq: number, created_at: string, who: string | null, changes: Partial<ChatMessage> = {}) => ({
  id: `00000000-0000-4000-8000-${String(seq).padStart(12, '0')}`,
  seq,
  kind: 'text' as const,
  message: `message ${seq}`,
  created_at,
  sender: who === null ? null : { id: who, name: who, image: null },
  ...changes,
});
const block = (...messages: ChatMessage[]): ChatBlock => ({ key: 0, messages, previous: null, next: null });
const shape = (rows: ReturnType<typeof rowsOf>) =>
  rows.map(
    ({ opensDay, opensGroup, closesGroup }) =>
      `${opensDay ? 'D' : '-'}${opensGroup ? '[' : '-'}${closesGroup ? ']' : '-'}`,
  );

test('CHAT-02 messages are grouped by the local date, which differs between zones', () => {
  const evening = block(
    say(1, '2026-06-20T14:59:00Z', 'marie'),
    say(2, '2026-06-20T15:01:00Z', 'marie'),
    say(3, '2026-06-20T22:59:00Z', 'marie'),
    say(4, '2026-06-20T23:00:00Z', 'marie'),
  );
  // Midnight in Tokyo is 15:00, in Jersey (summer time) 23:00.
  expect(shape(rowsOf(evening, JERSEY))).toEqual(['D[-', '---', '--]', 'D[]']);
  expect(shape(rowsOf(evening, TOKYO))).toEqual(['D[]', 'D[-', '---', '--]']);
});

test('CHAT-02 several in a row by one person are one group; another person or a pin ends it', () => {
  const at = '2026-06-20T12:00:00Z';
  const rows = rowsOf(
    block(
      say(1, at, 'marie'),
      say(2, at, 'marie'),
      say(3, at, 'tom'),
      say(4, at, 'tom', { kind: 'meeting_point' }),
      say(5, at, 'tom'),
      say(6, at, null),
      say(7, at, null),
    ),
    JERSEY,
  );
  expect(shape(rows)).toEqual(['D[-', '--]', '-[]', '-[]', '-[]', '-[-', '--]']);
});

test('CHAT-02 a day or a group that goes on in the next block is not begun again', () => {
  const at = '2026-06-20T12:00:00Z';
  const rows = rowsOf(
    {
      key: 1,
      messages: [say(50, at, 'marie'), say(51, at, 'marie')],
      previous: say(49, at, 'marie'),
      next: say(100, at, 'marie'),
    },
    JERSEY,
  );
  expect(shape(rows)).toEqual(['---', '---']);
});

test('CHAT-10 an older page and a new message leave the other blocks as they are', () => {
  const log = Array.from({ length: 300 }, (_, index) => say(index + 1, '2026-06-20T12:00:00Z', 'marie'));
  const first = blocksOf(log.slice(149, 299), []);
  const second = blocksOf(log, first);
  expect(second.flatMap(({ messages }) => messages)).toEqual(log);
  expect(first.map(({ key }) => key)).toEqual([3, 4, 5]);
  expect(second.map(({ key }) => key)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  // The first of them has got a neighbour above, the last one below.
  expect([4].map((key) => second.find((one) => one.key === key))).toEqual([first[1]]);
  expect(second[4]).toBe(first[1]);
  expect(blocksOf(log, second)).toBe(second);
});

test('CHAT-12 only messages of others after the read position are new; the line never stands above one’s own', () => {
  const at = '2026-06-20T12:00:00Z';
  const log = [say(1, at, 'tom'), say(2, at, 'marie'), say(3, at, 'tom'), say(4, at, null)];
  const seqs = (readSeq: number) => log.filter(newTo('marie', readSeq)).map(({ seq }) => seq);
  expect([seqs(0), seqs(1), seqs(3), seqs(4)]).toEqual([[1, 3, 4], [3, 4], [4], []]);
});
