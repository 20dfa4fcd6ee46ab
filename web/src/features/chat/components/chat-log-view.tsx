import { CHAT_TEXTS } from '@hereabouts/contract/chat';
import { ArrowDown, MessagesSquare } from 'lucide-react';
import { useRef, type RefObject } from 'react';
import { useLostFocus } from '#web/lib/navigation/use-lost-focus.ts';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import * as texts from '#web/texts/chat.tsx';
import { isRefused } from '../outbox.ts';
import type { ChatRoomState } from '../use-chat-room.ts';
import type { MessageActing } from './message-actions.tsx';
import { MessageList } from './message-list.tsx';
import { OlderMessages } from './older-messages.tsx';
import { PendingBubble } from './pending-bubble.tsx';
import { ScrollKeeper } from './scroll-keeper.tsx';
import { UnsentTexts } from './unsent.tsx';
import styles from '../chat-room.module.css';

type Props = {
  eventId: number;
  room: ChatRoomState;
  acting: MessageActing;
  now: number;
  scroller: RefObject<HTMLDivElement | null>;
  content: RefObject<HTMLDivElement | null>;
  draftKey: string;
  isCancelled: boolean;
};

export function ChatLogView({ eventId, room, acting, now, scroller, content, draftKey, isCancelled }: Props) {
  const { messages, pending, firstSeq, unread } = room;
  const unsent = isCancelled ? pending.filter(isRefused) : [];
  const focusLog = () => scroller.current?.focus({ preventScroll: true });
  return (
    <div className={styles.middle}>
      <div
        ref={scroller}
        className={styles.scroller}
        role="log"
        aria-live="off"
        aria-label={texts.messages}
        tabIndex={0}
      >
        <ScrollKeeper scroller={scroller} firstSeq={firstSeq}>
          <div ref={content} className={styles.content}>
            <OlderMessages eventId={eventId} firstSeq={firstSeq} scroller={scroller} onLostFocus={focusLog} />
            {messages.length + pending.length === 0 && (
              <div className={styles.empty}>
                <EmptyState icon={<MessagesSquare aria-hidden="true" />} title={CHAT_TEXTS.empty} />
              </div>
            )}
            <MessageList
              blocks={room.blocks}
              eventId={eventId}
              acting={acting}
              dividedAt={room.dividedAt}
              now={now}
            />
            {pending
              .filter((entry) => !unsent.includes(entry))
              .map((entry) => (
                <PendingBubble
                  key={entry.id}
                  entry={entry}
                  isStalled={room.isStalled}
                  onRetry={room.retry}
                  onDiscard={room.discard}
                  onLostFocus={focusLog}
                />
              ))}
            {isCancelled && <UnsentTexts draftKey={draftKey} entries={unsent} onDiscard={room.discard} />}
          </div>
        </ScrollKeeper>
      </div>
      {!room.isAtBottom && <Jump unread={unread} onJump={room.toBottom} onLostFocus={focusLog} />}
    </div>
  );
}

type JumpProps = { unread: number; onJump: () => void; onLostFocus: () => void };

function Jump({ unread, onJump, onLostFocus }: JumpProps) {
  const button = useRef<HTMLButtonElement>(null);
  useLostFocus(button, onLostFocus);
  return (
    <button ref={button} type="button" className={styles.jump} onClick={onJump}>
      {unread > 0 ? texts.newMessages(unread) : texts.latest}
      <ArrowDown aria-hidden="true" />
    </button>
  );
}
