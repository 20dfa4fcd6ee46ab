import { CHAT_TEXTS, type ChatMessage } from '@hereabouts/contract/chat';
import { ArrowDown, Ban, MessagesSquare } from 'lucide-react';
import { use, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useNow } from '#web/lib/time/use-now.ts';
import { useOnline } from '#web/lib/device/use-online.ts';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import * as texts from '#web/texts/chat.tsx';
import { documentTitle } from '#web/texts/ui.tsx';
import { reachOf, shownOf, type ChatLog } from './chat-log.ts';
import { blocksOf, isVisible, newTo, type ChatBlock } from './chat-rows.ts';
import { Announcer } from './components/announcer.tsx';
import { ChatFrame } from './components/chat-frame.tsx';
import { Composer } from './components/composer.tsx';
import { MessageList } from './components/message-list.tsx';
import { MuteMenu } from './components/mute-menu.tsx';
import { OlderMessages } from './components/older-messages.tsx';
import { PendingBubble } from './components/pending-bubble.tsx';
import { RemoveMessage } from './components/remove-message.tsx';
import { ScrollKeeper } from './components/scroll-keeper.tsx';
import { OutboxContext } from './outbox-context.ts';
import type { Outbox, OutboxEntry } from './outbox.ts';
import { startOutbox, useIsStalled, useOutboxEntries, type OutboxSession } from './outbox-session.ts';
import { useGapFilling, useLiveChat, useMissedRemovals } from './log-queries.ts';
import { useLogScroll } from './use-log-scroll.ts';
import { useReading } from './use-reading.ts';
import { useVisibleHeight } from './use-visible-height.ts';
import styles from './chat-room.module.css';

const DAY_TICK_MS = 60_000;

export type ChatRoomProps = {
  log: ChatLog;
  viewerId: string;
  onRead: (eventId: number, readSeq: number) => void;
  onReport?: ((message: ChatMessage) => void) | undefined;
};

/** The log with its composer: fills the screen between the header and the keyboard. */
export function ChatRoom(props: ChatRoomProps) {
  const { session, start } = use(OutboxContext);
  // Before the browser paints, so that the room never appears without what waits to be sent.
  useLayoutEffect(() => start(startOutbox), [start]);
  return session && <Room {...props} session={session} />;
}

function Room({ log, viewerId, session, onRead, onReport }: ChatRoomProps & { session: OutboxSession }) {
  const { outbox, sender } = session;
  const eventId = log.event.id;
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const now = useNow(DAY_TICK_MS);
  useEffect(() => {
    session.setVisibleChat(eventId);
    return () => session.setVisibleChat(null);
  }, [session, eventId]);
  const [removing, setRemoving] = useState<{ message: ChatMessage; isAsking: boolean } | null>(null);
  const { creator_id: creatorId } = log.event;
  // The same while nothing changes, so that no block of the list draws itself again.
  const acting = useMemo(
    () => ({
      viewerId,
      creatorId,
      onReport,
      onRemove: (message: ChatMessage) => setRemoving({ message, isAsking: true }),
    }),
    [viewerId, creatorId, onReport],
  );
  useVisibleHeight();
  useLiveChat(eventId, viewerId);
  useGapFilling(eventId, log);
  useMissedRemovals(eventId, log);

  const shown = shownOf(log);
  const reach = reachOf(log);
  const messages = shown.filter(isVisible);
  const blocks = useBlocks(messages);
  const pending = usePending(outbox, eventId, reach, shown);
  const isStalled = useIsStalled(outbox);
  const isOnline = useOnline();
  const { isAtBottom, toBottom, follow } = useLogScroll(scroller, content, `${reach} ${pending.length}`);
  const { dividerAfter, isShown } = useReading({ eventId, isAtBottom, reach, readSeq: log.readSeq, onRead });
  // Above the oldest message that is shown there may be more that is new.
  const isWhole = dividerAfter !== null && dividerAfter >= (shown[0]?.seq ?? 1) - 1;
  const firstNew = isWhole ? messages.find(newTo(viewerId, dividerAfter)) : undefined;
  const unread = isAtBottom && isShown ? 0 : messages.filter(newTo(viewerId, log.readSeq)).length;
  const waiting = pending.filter(({ state }) => state === 'waiting').length;
  const title = `Chat: ${log.event.title}`;

  const send = (message: string) => {
    follow();
    outbox.add(eventId, message);
    sender.wake();
  };
  const retry = (id: string) => {
    outbox.retry(id);
    sender.wake();
  };
  return (
    <ChatFrame
      eventId={eventId}
      heading={title}
      actions={<MuteMenu eventId={eventId} mute={log.event.mute} />}
    >
      <title>{documentTitle(texts.withUnread(unread, title))}</title>
      <div className={styles.middle}>
        <div
          ref={scroller}
          className={styles.scroller}
          role="log"
          aria-live="off"
          aria-label={texts.messages}
          tabIndex={0}
        >
          <ScrollKeeper scroller={scroller} firstSeq={shown[0]?.seq ?? 1}>
            <div ref={content} className={styles.content}>
              <OlderMessages eventId={eventId} firstSeq={shown[0]?.seq ?? 1} scroller={scroller} />
              {messages.length + pending.length === 0 && (
                <div className={styles.empty}>
                  <EmptyState icon={<MessagesSquare aria-hidden="true" />} title={CHAT_TEXTS.empty} />
                </div>
              )}
              <MessageList
                blocks={blocks}
                eventId={eventId}
                acting={acting}
                dividedAt={firstNew?.seq ?? null}
                now={now}
              />
              {pending.map((entry) => (
                <PendingBubble
                  key={entry.id}
                  entry={entry}
                  isStalled={isStalled || !isOnline}
                  onRetry={retry}
                  onDiscard={(id) => outbox.remove([id])}
                />
              ))}
            </div>
          </ScrollKeeper>
        </div>
        {!isAtBottom && (
          <button type="button" className={styles.jump} onClick={toBottom}>
            {unread > 0 ? texts.newMessages(unread) : texts.latest}
            <ArrowDown aria-hidden="true" />
          </button>
        )}
      </div>
      <RemoveMessage
        eventId={eventId}
        viewerId={viewerId}
        message={removing?.message ?? null}
        open={removing?.isAsking ?? false}
        onClose={() => setRemoving((asked) => asked && { ...asked, isAsking: false })}
        onClosed={() => scroller.current?.focus({ preventScroll: true })}
      />
      <Announcer messages={messages} viewerId={viewerId} />
      <div className={styles.footer}>
        {waiting > 0 && (isStalled || !isOnline) && (
          <p className={styles.waiting} role="status">
            {texts.waitingMessages(waiting)}
          </p>
        )}
        {log.event.is_cancelled ? (
          <p className={styles.closed}>
            <Ban aria-hidden="true" /> {texts.eventCancelledChatReadable}
          </p>
        ) : (
          <Composer draftKey={`${viewerId}.${eventId}`} onSend={send} />
        )}
      </div>
    </ChatFrame>
  );
}

/** The log in blocks, each the same as before unless something of it has changed. */
function useBlocks(messages: readonly ChatMessage[]): readonly ChatBlock[] {
  const [before, setBefore] = useState<readonly ChatBlock[]>([]);
  const blocks = blocksOf(messages, before);
  if (blocks !== before) setBefore(blocks);
  return blocks;
}

/** What the log does not show yet of what the viewer has written here. */
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
