import type { ChatMessage } from '@hereabouts/contract/chat';
import { Flag, Trash2 } from 'lucide-react';
import * as texts from '#web/texts/chat.tsx';
import styles from './message.module.css';
import { senderName } from './sender-name.ts';

export type MessageActing = {
  viewerId: string;
  /** For hosts: a co-host may not delete the creator's messages. */
  creatorId: string | undefined;
  onRemove: (message: ChatMessage) => void;
  onReport?: ((message: ChatMessage) => void) | undefined;
};

/** Nothing for a removed message. */
export function MessageActions({
  message,
  viewerId,
  creatorId,
  onRemove,
  onReport,
}: MessageActing & { message: ChatMessage }) {
  if (message.kind === 'removed') return null;
  const isOwn = message.sender?.id === viewerId;
  const canRemove =
    isOwn || (creatorId !== undefined && (viewerId === creatorId || message.sender?.id !== creatorId));
  const canReport = !isOwn && onReport !== undefined && message.sender !== null;
  if (!canRemove && !canReport) return null;
  return (
    <div className={styles.actions}>
      {canRemove && (
        <button
          type="button"
          className={styles.action}
          aria-label={isOwn ? texts.deleteYourMessage : texts.deleteMessageBy(senderName(message))}
          title={texts.deleteWord}
          onClick={() => onRemove(message)}
        >
          <Trash2 aria-hidden="true" />
        </button>
      )}
      {canReport && (
        <button
          type="button"
          className={styles.action}
          aria-label={texts.reportMessageBySenderName(senderName(message))}
          title={texts.report}
          onClick={() => onReport(message)}
        >
          <Flag aria-hidden="true" />
        </button>
      )}
    </div>
  );
}
