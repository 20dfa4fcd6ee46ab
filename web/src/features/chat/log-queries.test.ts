import type { ChatMessage, ChatPage } from '@hereabouts/contract/chat';
import { environmentManager, QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { addMessages, noteRemovals, reachOf, startLog, type ChatLog } from './chat-log.ts';
import { gapFilling, missedRemovals, readAgainOnHint } from './log-queries.ts';
import { chatKey } from './queries.ts';

const AGAIN_AFTER_MS = 10_000;
const messages = (from: number, to: number): ChatMessage[] =>
  Array.from({ length: to - from + 1 }, (_, at) => ({
    id: `m${from + at}`,
    seq: from + at,
    kind: 'text',
    message: 'Hello',
    created_at: '2026-06-20T12:00:00.000Z',
    sender: null,
  }));
const page = (from: number, to: number): ChatPage => ({
  event: { id: 7, title: 'Bonfire', is_cancelled: false },
  messages: messages(from, to),
  has_more: false,
  last_seq: 9,
  read_seq: 0,
  removed_count: 1,
});

let answers: (() => Response)[];
let asked: number;
let client: QueryClient;
beforeEach(() => {
  vi.useFakeTimers();
  environmentManager.setIsServer(() => false);
  vi.spyOn(console, 'error').mockImplementation(() => {});
  asked = 0;
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => {
    asked += 1;
    return (answers.shift() ?? (() => Response.json(page(1, 9))))();
  });
});
afterEach(() => {
  client.clear();
  environmentManager.setIsServer(() => true);
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const failing = () => Response.json({}, { status: 500 });
const refusing = () => Response.json({ error: { code: 'forbidden', message: 'Not yours' } }, { status: 403 });
const limiting = () => Response.json({}, { status: 429, headers: { 'retry-after': '30' } });
const known = () => client.getQueryData<ChatLog>(chatKey(7));

/** Four to eight are missing, and one message has been removed. */
const LOG = noteRemovals(
  addMessages(startLog({ ...page(1, 3), last_seq: 3, removed_count: 0 }), messages(9, 9)),
  1,
);

function open(): () => void {
  client.setQueryData(chatKey(7), LOG);
  return new QueryObserver(client, {
    queryKey: chatKey(7),
    queryFn: () => LOG,
    staleTime: Infinity,
  }).subscribe(() => {});
}

const READS: [string, (log: ChatLog) => unknown, () => () => void][] = [
  [
    'CHAT-09 the messages of a gap',
    reachOf,
    () => new QueryObserver(client, gapFilling(client, 7, LOG)).subscribe(() => {}),
  ],
  [
    'OPS-12 messages that were removed',
    ({ removedApplied }) => removedApplied,
    () => new QueryObserver(client, missedRemovals(client, 7, LOG)).subscribe(() => {}),
  ],
  [
    'OPS-12 messages that may have changed',
    ({ removedApplied }) => removedApplied,
    () => {
      readAgainOnHint(client, 7);
      return () => {};
    },
  ],
];

test.each(READS)('%s are asked for until they come', async (_what, found, read) => {
  answers = [failing, limiting];
  const leave = open();
  const stop = read();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(asked).toBe(1);
  await vi.advanceTimersByTimeAsync(AGAIN_AFTER_MS);
  expect(asked).toBe(2);
  await vi.advanceTimersByTimeAsync(2 * AGAIN_AFTER_MS);
  expect([asked, found(known() ?? LOG)]).toEqual([2, found(LOG)]);
  await vi.advanceTimersByTimeAsync(2 * AGAIN_AFTER_MS);
  expect(found(known() ?? LOG)).not.toBe(found(LOG));
  const askedBy = asked;
  await vi.advanceTimersByTimeAsync(10 * AGAIN_AFTER_MS);
  expect(asked).toBe(askedBy);
  stop();
  leave();
});

test.each(READS)('%s that are refused are asked for once', async (_what, _found, read) => {
  answers = [refusing];
  const leave = open();
  const stop = read();
  await vi.advanceTimersByTimeAsync(10 * AGAIN_AFTER_MS);
  expect(asked).toBe(1);
  stop();
  leave();
});

test('OPS-12 a room that could not be read again and was left is read anew when it is opened', async () => {
  answers = [failing];
  const leave = open();
  readAgainOnHint(client, 7);
  await vi.advanceTimersByTimeAsync(1_000);
  leave();
  await vi.advanceTimersByTimeAsync(AGAIN_AFTER_MS);
  expect([asked, known()]).toEqual([1, undefined]);
});
