import type { ChatPage } from '@hereabouts/contract/chat';
import { environmentManager, QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  addMessages,
  keptLog,
  markRead,
  noteRemovals,
  reachOf,
  shownOf,
  startLog,
  type ChatLog,
} from './chat-log.ts';
import { chatKey, chatReading, leaveChat, readChat, readUnread } from './queries.ts';

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

/** A chat that was kept, read while the server's pages are on their way and `meanwhile` happens to it. */
async function readKept(meanwhile: (log: ChatLog) => ChatLog, readSeq = 100): Promise<ChatLog> {
  let known = keptLog(startLog(pageOf(81, 90, 90)));
  return await readChat(
    () => known,
    async ({ before = 101, limit = 10 }) => {
      const page = pageOf(Math.max(1, before - limit), before - 1, readSeq);
      known = meanwhile(known);
      return page;
    },
  );
}

test.each([
  ['its first page', 100],
  ['the pages down to the first unread message', 60],
])('CHAT-09 OPS-12 what a kept chat hears while %s is read is made up for', async (_what, readSeq) => {
  const newest = pageOf(101, 101, 100).messages;
  const log = await readKept((known) => noteRemovals(addMessages(known, newest), 1), readSeq);
  expect([reachOf(log), log.lastSeq]).toEqual([100, 101]);
  expect([log.removedApplied, log.removedCount]).toEqual([0, 1]);
});

test('CHAT-12 what was read meanwhile, perhaps on another device, stays read', async () => {
  expect((await readKept((known) => markRead(known, 96), 95)).readSeq).toBe(96);
});

test('CHAT-09 a log that was kept is not shown once it has been read', async () => {
  const log = await readKept((known) => known);
  expect([log.isKept, shownOf(log)[0]?.seq, log.lastSeq]).toEqual([undefined, 91, 100]);
});

let client: QueryClient;
beforeEach(() => {
  vi.useFakeTimers();
  environmentManager.setIsServer(() => false);
  vi.spyOn(console, 'error').mockImplementation(() => {});
  client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } });
});
afterEach(() => {
  client.clear();
  environmentManager.setIsServer(() => true);
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('CHAT-12 a room that was left is read anew when it is opened, until that succeeds, however fresh it is', async () => {
  const answers = [() => Response.json({}, { status: 503 })];
  const fetched = vi
    .spyOn(globalThis, 'fetch')
    .mockImplementation(async () => (answers.shift() ?? (() => Response.json(pageOf(91, 100, 90))))());
  const known = () => client.getQueryData<ChatLog>(chatKey(7));
  client.setQueryData(chatKey(7), startLog({ ...pageOf(81, 90, 90), last_seq: 90 }), { updatedAt: 5 });
  leaveChat(client, 7);
  expect([known()?.isKept, client.getQueryState(chatKey(7))?.dataUpdatedAt]).toEqual([true, 5]);
  client.setQueryData<ChatLog>(chatKey(7), (log) => log && { ...log });
  const leave = new QueryObserver(client, chatReading(client, 7)).subscribe(() => {});
  await vi.advanceTimersByTimeAsync(1_000);
  expect([fetched.mock.calls.length, known()?.isKept, known()?.readSeq]).toEqual([1, true, 90]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect([fetched.mock.calls.length, known()?.isKept, reachOf(known()!)]).toEqual([2, undefined, 100]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(fetched).toHaveBeenCalledTimes(2);
  leave();
});
