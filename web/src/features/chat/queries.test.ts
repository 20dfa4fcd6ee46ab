import type { ChatPage } from '@hereabouts/contract/chat';
import { expect, test } from 'vitest';
import { shownOf, startLog } from './chat-log.ts';
import { readUnread } from './queries.ts';

const pageOf = (from: number, to: number, readSeq: number): ChatPage => ({
  event: { id: 7, title: 'Bonfire', is_cancelled: false },
  messages: Array.from({ length: to - from + 1 }, (_, at) => ({
    id: `00000000-0000-4000-8000-${String(from + at).padStart(12, '0')}`,
    seq: from + at,
    kind: 'text' as const,
    message: 'long',
    created_at: '2026-06-20T12:00:00.000Z',
    sender: null,
  })),
  has_more: from > 1,
  last_seq: 100,
  read_seq: readSeq,
});

/** A server whose pages hold `size` messages, however many are asked for. */
async function firstShown(readSeq: number, size: number) {
  const asked: number[] = [];
  const log = await readUnread(startLog(pageOf(91, 100, readSeq)), async ({ before, limit }) => {
    asked.push(before);
    return pageOf(Math.max(1, before - Math.min(limit, size)), before - 1, readSeq);
  });
  return { first: shownOf(log)[0]?.seq, asked };
}

test('CHAT-10 CHAT-12 pages cut short by long messages are read on until the first unread message', async () => {
  expect(await firstShown(60, 8)).toEqual({ first: 59, asked: [91, 83, 75, 67] });
});

test('CHAT-10 after five such pages the room opens where it has come to', async () => {
  expect(await firstShown(10, 8)).toEqual({ first: 51, asked: [91, 83, 75, 67, 59] });
});

test('CHAT-12 one page is enough for ordinary messages, and none where all is read', async () => {
  expect(await firstShown(60, 500)).toEqual({ first: 51, asked: [91] });
  expect(await firstShown(95, 500)).toEqual({ first: 91, asked: [] });
});
