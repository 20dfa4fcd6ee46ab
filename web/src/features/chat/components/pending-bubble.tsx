import { CHAT_TEXTS } from '@hereabouts/contract/chat';
import { CircleAlert, Clock } from 'lucide-react';
import { useRef } from 'react';
import { cx } from '#web/lib/class-names.ts';
import { useLostFocus } from '#web/lib/navigation/use-lost-focus.ts';
import { formatTime } from '#web/lib/time/dates.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { VisuallyHidden } from '#web/ui/text/visually-hidden.tsx';
import * as recurring from '#web/texts/recurring.ts';
import * as texts from '#web/texts/chat.tsx';
import { isRefused, type OutboxEntry } from '../outbox.ts';
import { MessageText } from './message-text.tsx';
import styles from './message.module.css';

type Props = {
  entry: OutboxEntry;
  /** The server is out of reach. */
  isStalled: boolean;
  onRetry: (id: string) => void;
  onDiscard: (id: string) => void;
  /** A pressed button is gone. */
  onLostFocus: () => void;
};

/** In flight or refused: its text is kept until the person decides (CHAT-05). */
export function PendingBubble({ entry, isStalled, ...actions }: Props) {
  const { id, message, at, state } = entry;
  const isFailed = isRefused(entry);
  const status = isStalled ? texts.waiting : recurring.sending;
  return (
    <div className={cx(styles.row, styles.own, styles.opens, styles.closes)} data-pending={id}>
      <div className={styles.stack}>
        <div className={cx(styles.bubble, isFailed ? styles.failed : state === 'waiting' && styles.pending)}>
          <VisuallyHidden>{texts.youSaid} </VisuallyHidden>
          <MessageText text={message} />
          <span className={styles.time}>
            {state === 'waiting' && (
              <>
                <Clock aria-hidden="true" /> {status}{' '}
              </>
            )}
            {isFailed ? texts.notSent : state === 'stored' && formatTime(at)}
          </span>
        </div>
        {isFailed && <Failure id={id} {...actions} />}
      </div>
    </div>
  );
}

type FailureProps = Pick<Props, 'onRetry' | 'onDiscard' | 'onLostFocus'> & { id: string };

function Failure({ id, onRetry, onDiscard, onLostFocus }: FailureProps) {
  const row = useRef<HTMLDivElement>(null);
  useLostFocus(row, onLostFocus);
  return (
    <div ref={row} className={styles.failure}>
      <p role="alert">
        <CircleAlert aria-hidden="true" /> {CHAT_TEXTS.sendFailed}
      </p>
      <Button variant="secondary" size="small" onClick={() => onRetry(id)}>
        {recurring.tryAgain}
      </Button>
      <Button variant="quiet" size="small" onClick={() => onDiscard(id)}>
        {texts.discard}
      </Button>
    </div>
  );
}
