import type { ChatMessage } from '@hereabouts/contract/chat';
import { useEffect, useState, type RefObject } from 'react';
import { useOnline } from '#web/lib/device/use-online.ts';
import { reachOf, shownOf, type ChatLog } from './chat-log.ts';
import { blocksOf, isVisible, newTo, type ChatBlock } from './chat-rows.ts';
import { useGapFilling, useLiveChat, useLogLimit, useMissedRemovals } from './log-queries.ts';
import type { Outbox, OutboxEntry } from './outbox.ts';
import { useIsStalled, useOutboxEntries, type OutboxSession } from './outbox-session.ts';
import { useLogScroll } from './use-log-scroll.ts';
import { useReading } from './use-reading.ts';
import { useVisibleHeight } from './use-visible-height.ts';

type Options = {
  log: ChatLog;
  viewerId: string;
  session: OutboxSession;
  onRead: (eventId: number, readSeq: number) => void;
  scroller: RefObject<HTMLElement | null>;
  content: RefObject<HTMLElement | null>;
};

/** Keeps a chat's log up to date while its room is open. */
export function useChatRoom({ log, viewerId, session, onRead, scroller, content }: Options) {
  const { outbox, sender } = session;
  const eventId = log.event.id;
  useEffect(() => {
    session.setVisibleChat(eventId);
    return () => session.setVisibleChat(null);
  }, [session, eventId]);
  useVisibleHeight();
  useGapFilling(eventId, log);
  useMissedRemovals(eventId, log);

  const shown = shownOf(log);
  const reach = reachOf(log);
  const messages = shown.filter(isVisible);
  const blocks = useBlocks(messages);
  const pending = usePending(outbox, eventId, reach, shown);
  const isStalled = useIsStalled(outbox);
  const isOnline = useOnline();
  const { readSeq, lastSeq, isKept = false, isFull = false } = log;
  const tail = `${reach} ${pending.length}`;
  const { isAtBottom, toBottom, follow } = useLogScroll(scroller, content, tail, isKept);
  useLiveChat(eventId, viewerId, isAtBottom);
  useLogLimit(eventId, log, isAtBottom);
  const { dividerAfter, isShown } = useReading({ eventId, isAtBottom, isKept, reach, readSeq, onRead });
  const firstSeq = shown[0]?.seq ?? 1;
  // Above the oldest message that is shown there may be more that is new.
  const isWhole = dividerAfter !== null && dividerAfter >= firstSeq - 1;
  const firstNew = isWhole ? messages.find(newTo(viewerId, dividerAfter)) : undefined;

  const waiting = isFull ? lastSeq - reach : 0;

  return {
    messages,
    blocks,
    pending,
    firstSeq,
    /** The message below the "New" line; null for none. */
    dividedAt: firstNew?.seq ?? null,
    unread: isAtBottom && isShown ? 0 : messages.filter(newTo(viewerId, readSeq)).length + waiting,
    isStalled: isStalled || !isOnline,
    isAtBottom,
    toBottom,
    send: (message: string) => {
      follow();
      outbox.add(eventId, message);
      sender.wake();
    },
    retry: (id: string) => {
      outbox.retry(id);
      sender.wake();
    },
    discard: (id: string) => outbox.remove([id]),
  };
}

export type ChatRoomState = ReturnType<typeof useChatRoom>;

/** Unchanged blocks keep their identity. */
function useBlocks(messages: readonly ChatMessage[]): readonly ChatBlock[] {
  const [before, setBefore] = useState<readonly ChatBlock[]>([]);
  const blocks = blocksOf(messages, before);
  if (blocks !== before) setBefore(blocks);
  return blocks;
}

function usePending(
  outbox: Outbox,
  eventId: number,
  reach: number,
  shown: readonly ChatMessage[],
): readonly OutboxEntry[] {
  const entries = useOutboxEntries(outbox).filter((entry) => entry.eventId === eventId);
  const known = new Set(entries.length > 0 ? shown.map(({ id }) => id) : []);
  // Live or from a page, it is there, whatever became of the answer.
  const isShown = ({ id, seq }: OutboxEntry) => known.has(id) || (seq !== undefined && seq <= reach);
  const settled = entries
    .filter(isShown)
    .map(({ id }) => id)
    .join(' ');
  useEffect(() => {
    if (settled !== '') outbox.remove(settled.split(' '));
  }, [outbox, settled]);
  return entries.filter((entry) => !isShown(entry));
}
