import { Ban } from 'lucide-react';
import { useRef } from 'react';
import * as texts from '#web/texts/chat.tsx';
import type { ChatRoomState } from '../use-chat-room.ts';
import { Composer } from './composer.tsx';
import styles from '../chat-room.module.css';

type Props = { room: ChatRoomState; draftKey: string; isCancelled: boolean };

export function ChatFooter({ room, draftKey, isCancelled }: Props) {
  const closed = useRef<HTMLParagraphElement>(null);
  const waiting = room.pending.filter(({ state }) => state === 'waiting').length;
  return (
    <div className={styles.footer}>
      {waiting > 0 && room.isStalled && (
        <p className={styles.waiting} role="status">
          {texts.waitingMessages(waiting)}
        </p>
      )}
      {isCancelled ? (
        <p ref={closed} tabIndex={-1} className={styles.closed}>
          <Ban aria-hidden="true" /> {texts.eventCancelledChatReadable}
        </p>
      ) : (
        <Composer
          draftKey={draftKey}
          onSend={room.send}
          // The line comes once the box has gone.
          onLostFocus={() => queueMicrotask(() => closed.current?.focus())}
        />
      )}
    </div>
  );
}
