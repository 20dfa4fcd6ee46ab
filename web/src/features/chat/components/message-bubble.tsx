import type { ChatMessage } from '@hereabouts/contract/chat';
import { MapPin, Megaphone } from 'lucide-react';
import { memo } from 'react';
import { Link } from 'react-router';
import { cx } from '#web/lib/class-names.ts';
import { formatTime } from '#web/lib/time/dates.ts';
import { meetText } from '#web/live/meet-at.ts';
import { Avatar } from '#web/ui/pictures/avatar.tsx';
import { GuestMark } from '#web/ui/text/guest-mark.tsx';
import { VisuallyHidden } from '#web/ui/text/visually-hidden.tsx';
import * as texts from '#web/texts/chat.tsx';
import { MessageActions, type MessageActing } from './message-actions.tsx';
import { MessageText } from './message-text.tsx';
import { senderName } from './sender-name.ts';
import styles from './message.module.css';

type Props = {
  message: ChatMessage;
  opensGroup: boolean;
  closesGroup: boolean;
  eventId: number;
  acting: MessageActing;
};

/** Own messages on the right; others' on the left with name and picture once a group. */
export const MessageBubble = memo(function MessageBubble({
  message,
  opensGroup,
  closesGroup,
  eventId,
  acting,
}: Props) {
  const isOwn = message.sender?.id === acting.viewerId;
  if (message.kind === 'meeting_point') {
    return <MeetingPointLine message={message} eventId={eventId} acting={acting} />;
  }
  if (message.kind === 'announcement') return <AnnouncementLine message={message} acting={acting} />;
  return (
    <div
      className={cx(
        styles.row,
        isOwn ? styles.own : styles.theirs,
        opensGroup && styles.opens,
        closesGroup && styles.closes,
      )}
      data-seq={message.seq}
    >
      {!isOwn && <span className={styles.face}>{closesGroup && <Face message={message} />}</span>}
      <div className={styles.stack}>
        {!isOwn && opensGroup && <SenderLine message={message} />}
        <div className={styles.line}>
          <div className={styles.bubble}>
            {isOwn ? <VisuallyHidden>{texts.youSaid} </VisuallyHidden> : null}
            {!isOwn && !opensGroup ? <VisuallyHidden>{senderName(message)}: </VisuallyHidden> : null}
            {message.kind === 'removed' ? (
              <p className={cx(styles.text, styles.removed)} dir="ltr">
                {message.message}
              </p>
            ) : (
              <MessageText text={message.message} />
            )}
            <MessageTime at={message.created_at} />
          </div>
          <MessageActions message={message} {...acting} />
        </div>
      </div>
    </div>
  );
});

function MessageTime({ at }: { at: string }) {
  return (
    <time className={styles.time} dateTime={at}>
      {formatTime(at)}
    </time>
  );
}

function Face({ message: { sender } }: { message: ChatMessage }) {
  return <Avatar id={sender?.id ?? ''} name={sender?.name ?? ''} image={sender?.image ?? null} size={32} />;
}

function SenderLine({ message }: { message: ChatMessage }) {
  const name = <bdi>{senderName(message)}</bdi>;
  return (
    <p className={styles.sender}>
      {message.sender === null ? (
        name
      ) : (
        <Link to={`/profile/${message.sender.id}`} state={{ person: message.sender }}>
          {name}
        </Link>
      )}
      <GuestMark of={message.sender} />
    </p>
  );
}

type LineProps = { message: ChatMessage; acting: MessageActing };

function MeetingPointLine({ message, eventId, acting }: LineProps & { eventId: number }) {
  const isOwn = message.sender?.id === acting.viewerId;
  return (
    <div className={styles.pin} data-seq={message.seq}>
      <MapPin aria-hidden="true" />
      <p>
        {texts.setTheMeetingPoint(isOwn ? texts.you : <bdi>{senderName(message)}</bdi>)}{' '}
        <Link to={`/event/${eventId}/live`}>
          <bdi>{message.message}</bdi>
          {meetText(message.meet_at, Date.parse(message.created_at))}
        </Link>{' '}
        <MessageTime at={message.created_at} />
      </p>
      <MessageActions message={message} {...acting} />
    </div>
  );
}

function AnnouncementLine({ message, acting }: LineProps) {
  const isOwn = message.sender?.id === acting.viewerId;
  return (
    <div className={cx(styles.pin, styles.announcement)} data-seq={message.seq}>
      <Megaphone aria-hidden="true" />
      <div>
        <p>
          {texts.announced(isOwn ? texts.you : <bdi>{senderName(message)}</bdi>)}{' '}
          <MessageTime at={message.created_at} />
        </p>
        <MessageText text={message.message} />
      </div>
      <MessageActions message={message} {...acting} />
    </div>
  );
}
