import type { ChatMute } from '@hereabouts/contract/notification-settings';
import { CHAT_TEXTS, chatRoutes, type ChatJoinReply, type ChatMessage } from '@hereabouts/contract/chat';
import { chatTopic, userTopic } from '@hereabouts/contract/realtime';
import { queryOptions, useQuery, useQueryClient, type Query, type QueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { ApiError, NetworkError, call } from '#web/lib/api/api.ts';
import { CALMER_EVERY_MS, onHint } from '#web/lib/api/hints.ts';
import { webClock } from '#web/lib/time/clock.ts';
import { PacedChanges } from '#web/lib/time/paced-changes.ts';
import { logError } from '#web/lib/log.ts';
import { useTopic } from '#web/realtime/hooks.ts';
import {
  addMessages,
  addPage,
  applyRemovals,
  receiveMessages,
  limitBurst,
  limitLog,
  markRead,
  noteRemovals,
  reachOf,
  removeMessage,
  shownOf,
  type ChatLog,
} from './chat-log.ts';
import { LONG_PAGE, againAfterMs, chatKey } from './queries.ts';
import type { Marks } from './read-marker.ts';

/** A message that seems to be missing may only have been overtaken by the next one. */
const GAP_PATIENCE_MS = 250;

/** Fetches the previous page while `isWanted` (CHAT-10). */
export function useOlder(eventId: number, firstSeq: number, isWanted: boolean) {
  const client = useQueryClient();
  return useQuery({
    queryKey: [...chatKey(eventId), 'before', firstSeq],
    async queryFn({ signal }) {
      const query = { before: firstSeq };
      const page = await call(chatRoutes.listMessages, { params: { eventId }, query }, { signal });
      changeLog(client, eventId, (log) => addPage(log, page));
      return true;
    },
    enabled: isWanted && firstSeq > 1,
    staleTime: Infinity,
    gcTime: 0,
  });
}

/** Retries by itself: what is missing is invisible, so nobody would reload. */
const UNTIL_READ = {
  gcTime: 0,
  refetchInterval: ({ state }: Pick<Query, 'state'>) =>
    state.status === 'error' && (againAfterMs(state.error) ?? false),
};

/** Fetches the messages of a gap (CHAT-09). */
export function useGapFilling(eventId: number, log: ChatLog): void {
  useQuery(gapFilling(useQueryClient(), eventId, log));
}

export function gapFilling(client: QueryClient, eventId: number, log: ChatLog) {
  const reach = reachOf(log);
  return queryOptions({
    ...UNTIL_READ,
    queryKey: [...chatKey(eventId), 'after', reach],
    async queryFn({ signal }) {
      await new Promise<void>((resolve) => webClock.after(GAP_PATIENCE_MS, resolve));
      const known = client.getQueryData<ChatLog>(chatKey(eventId));
      if (!known || reachOf(known) > reach) return false;
      const query = { after: reach, limit: LONG_PAGE };
      const page = await call(chatRoutes.listMessages, { params: { eventId }, query }, { signal });
      changeLog(client, eventId, (current) => addPage(current, page));
      return true;
    },
    enabled: reach < log.lastSeq && !log.isFull,
  });
}

/** Reads the known messages again after removals that this page did not hear of (OPS-12). */
export function useMissedRemovals(eventId: number, log: ChatLog): void {
  useQuery(missedRemovals(useQueryClient(), eventId, log));
}

export const missedRemovals = (
  client: QueryClient,
  eventId: number,
  { removedCount, removedApplied }: ChatLog,
) =>
  queryOptions({
    ...UNTIL_READ,
    queryKey: [...chatKey(eventId), 'removed', removedCount],
    queryFn: () => readAgain(client, eventId),
    enabled: removedApplied < removedCount,
  });

/** Hears new messages, and after a lost connection what was missed (CHAT-06, CHAT-09). */
export function useLiveChat(eventId: number, viewerId: string, isAtBottom: boolean): void {
  const client = useQueryClient();
  const changes = useMemo(
    () => new PacedChanges<ChatLog>((change) => changeLog(client, eventId, change)),
    [client, eventId],
  );
  useEffect(
    () => changes.finishBy((log, count) => limitBurst(log, count, isAtBottom)),
    [changes, isAtBottom],
  );
  const take = (reply: unknown) => {
    const { messages = [], last_seq: lastSeq = 0, removed_count } = reply as Partial<ChatJoinReply>;
    changes.add((log) =>
      noteRemovals(addMessages(receiveMessages(log, messages), [], lastSeq), removed_count),
    );
  };
  const readChanged = () => readAgainOnHint(client, eventId);
  useTopic(chatTopic(eventId), {
    joinPayload() {
      const log = client.getQueryData<ChatLog>(chatKey(eventId));
      return log ? { after_seq: reachOf(log) } : {};
    },
    on: {
      message_added: (message) => changes.add((log) => receiveMessages(log, [message])),
      message_removed: (removal) => changes.add((log) => removeMessage(log, removal)),
      chat_changed: readChanged,
    },
    onJoin: take,
    onRejoin(reply) {
      take(reply);
      // A block that was made meanwhile hides what is shown.
      readChanged();
    },
    // Removes the log from the screen; the server's reason is shown instead.
    onGone: (reason) => {
      if (reason !== 'too_many_topics') void client.resetQueries({ queryKey: chatKey(eventId) });
    },
  });
  useTopic(userTopic(viewerId), {
    on: {
      chat_advanced({ event_id, last_seq: lastSeq }) {
        const advance = (log: ChatLog) => addMessages(log, [], lastSeq);
        // In its turn: the messages themselves may still wait.
        if (event_id === eventId) changes.add(advance);
        else changeLog(client, event_id, advance);
      },
      // Perhaps on another device.
      chat_read({ event_id, read_seq: readSeq }) {
        changeLog(client, event_id, (log) => markRead(log, readSeq));
      },
    },
  });
}

export function receiveMessage(client: QueryClient, eventId: number, message: ChatMessage): void {
  changeLog(client, eventId, (log) => addMessages(log, [message]));
}

/** Known from the response, before the server tells everybody. */
export function noteRemoved(client: QueryClient, eventId: number, message: ChatMessage): void {
  const removed = { ...message, kind: 'removed', message: CHAT_TEXTS.removed } as const;
  changeLog(client, eventId, (log) => addMessages(log, [removed]));
}

export function useLogLimit(eventId: number, log: ChatLog, isAtBottom: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    if (limitLog(log, isAtBottom) !== log)
      changeLog(client, eventId, (current) => limitLog(current, isAtBottom));
  }, [client, eventId, log, isAtBottom]);
}

function changeLog(client: QueryClient, eventId: number, change: (log: ChatLog) => ChatLog): void {
  client.setQueryData<ChatLog>(chatKey(eventId), (log) => log && change(log));
}

/** Rereads the known messages: names, pictures and visibility may have changed. */
async function readAgain(client: QueryClient, eventId: number): Promise<boolean> {
  const known = client.getQueryData<ChatLog>(chatKey(eventId));
  if (!known) return false;
  const last = reachOf(known);
  let removedCount: number | null = null;
  for (let after = (shownOf(known)[0]?.seq ?? 1) - 1; after < last;) {
    const query = { after, limit: LONG_PAGE };
    const page = await call(chatRoutes.listMessages, { params: { eventId }, query });
    changeLog(client, eventId, (log) => addPage(log, page));
    removedCount ??= page.removed_count ?? 0;
    after = page.messages.at(-1)?.seq ?? last;
  }
  // Messages beyond a gap are read with the gap.
  changeLog(client, eventId, (log) => applyRemovals(log, removedCount ?? log.removedCount));
  return true;
}

/** Whoever blocks a guest and takes that back causes it, over and over. */
export const readAgainOnHint = (client: QueryClient, eventId: number): void =>
  onHint(client, `chat ${eventId} changed`, () => tryReadAgain(client, eventId), {
    calmsToMs: CALMER_EVERY_MS,
  });

async function tryReadAgain(client: QueryClient, eventId: number): Promise<void> {
  try {
    await readAgain(client, eventId);
  } catch (cause) {
    logError('the chat could not be read again', cause);
    const afterMs = againAfterMs(cause);
    if (afterMs === null) return;
    webClock.after(afterMs, () => {
      const queryKey = chatKey(eventId);
      if (client.getQueryCache().find({ queryKey })?.isActive()) readAgainOnHint(client, eventId);
      // The room was left: it is read anew when it is opened.
      else client.removeQueries({ queryKey, type: 'inactive' });
    });
  }
}

/** Tells the server how far the viewer has read, even when the page is closed (CHAT-12). @returns the ms after which to send it
 * again; null once it is stored or refused */
export async function sendRead(
  client: QueryClient,
  eventId: number,
  body: Marks,
  onRead: (eventId: number, readSeq: number) => void,
): Promise<number | null> {
  try {
    const input = { params: { eventId }, body };
    const { read_seq } = await call(chatRoutes.markChatRead, input, { keepalive: true });
    changeLog(client, eventId, (log) => markRead(log, read_seq));
    onRead(eventId, read_seq);
    return null;
  } catch (cause) {
    const isPassing = cause instanceof ApiError && (cause.status === 429 || cause.status === 503);
    if (!isPassing && !(cause instanceof NetworkError)) logError('could not mark the chat as read', cause);
    return againAfterMs(cause);
  }
}

export const keepMute = (client: QueryClient, eventId: number, mute: ChatMute | null): void =>
  changeLog(client, eventId, ({ event: { mute: _, ...event }, ...log }) => ({
    ...log,
    event: mute === null ? event : { ...event, mute },
  }));
