import { chatRoutes, type ChatPage } from '@hereabouts/contract/chat';
import { queryOptions, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ApiError, call } from '#web/lib/api/api.ts';
import { addPage, catchUp, keptLog, shownOf, startLog, type ChatLog } from './chat-log.ts';

export const chatKey = (eventId: number) => ['chat', eventId] as const;

/** The most messages a page can hold. */
export const LONG_PAGE = 500;
/** Read ones above the first unread one, for context. */
const CONTEXT_MESSAGES = 10;
const UNREAD_PAGES_MAX = 5;

type ReadPage = (query: { before?: number; limit?: number }) => Promise<ChatPage>;

export function useChat(eventId: number) {
  const client = useQueryClient();
  useEffect(() => () => leaveChat(client, eventId), [client, eventId]);
  return useQuery(chatReading(client, eventId));
}

export function chatReading(client: QueryClient, eventId: number) {
  const queryKey = chatKey(eventId);
  return queryOptions({
    queryKey,
    queryFn: ({ signal }) =>
      readChat(
        () => client.getQueryData<ChatLog>(queryKey),
        (query) => call(chatRoutes.listMessages, { params: { eventId }, query }, { signal }),
      ),
    // With thousands of messages comparing is slow, and each change makes a new log anyway.
    structuralSharing: false,
    // Nothing that is new in a log that was kept is known, or marked as read, until it has been read again.
    refetchOnMount: ({ state }) => (state.data?.isKept ? 'always' : true),
    refetchInterval: ({ state }) => (state.data?.isKept ? (againAfterMs(state.error) ?? false) : false),
  });
}

/** Nobody hears what is said in a room that was left: opened again, it shows that as new (CHAT-12). */
export function leaveChat(client: QueryClient, eventId: number): void {
  const queryKey = chatKey(eventId);
  const state = client.getQueryState<ChatLog>(queryKey);
  // A log that is refused stays so.
  if (state === undefined || refusalOf(state.error) !== null) return;
  const updatedAt = state.dataUpdatedAt;
  client.setQueryData<ChatLog>(queryKey, (log) => log && keptLog(log), { updatedAt });
}

/** Read once, back to the first unread message; then it only grows, and reading it again fills it up.
 * @param findKnown the log as it is by then: it goes on while pages are read */
export async function readChat(findKnown: () => ChatLog | undefined, read: ReadPage): Promise<ChatLog> {
  const page = await read({});
  const known = findKnown();
  if (known && !known.isKept) return addPage(known, page);
  const log = await readUnread(startLog(page), read);
  const kept = findKnown();
  return kept ? catchUp(log, kept) : log;
}

/** Loads the pages back to the first unread message, up to a few. A room not read for long opens at its end. */
export async function readUnread(
  log: ChatLog,
  read: (query: { before: number; limit: number }) => Promise<ChatPage>,
): Promise<ChatLog> {
  let known = log;
  for (let pages = 0; pages < UNREAD_PAGES_MAX; pages += 1) {
    const first = shownOf(known)[0]?.seq ?? 1;
    const missing = first - 1 - log.readSeq;
    if (missing <= 0 || missing + CONTEXT_MESSAGES > LONG_PAGE) break;
    known = addPage(known, await read({ before: first, limit: missing + CONTEXT_MESSAGES }));
  }
  return known;
}

/** Why the chat cannot be shown; null where trying again may help. */
export function refusalOf(error: unknown): { kind: 'missing' } | { kind: 'forbidden'; text: string } | null {
  if (!(error instanceof ApiError)) return null;
  if (error.code === 'not_found') return { kind: 'missing' };
  return error.code === 'forbidden' ? { kind: 'forbidden', text: error.message } : null;
}

const AGAIN_AFTER_MS = 10_000;

/** Milliseconds until what is missing of a room is asked for again; null where the room cannot be shown. */
export function againAfterMs(error: unknown): number | null {
  if (refusalOf(error) !== null) return null;
  return Math.max(AGAIN_AFTER_MS, (error instanceof ApiError && error.retryAfterMs) || 0);
}
