import { unreadCount } from '@hereabouts/contract/chat-progress';
import type { EventDetail } from '@hereabouts/contract/events';
import { ChevronRight, MessagesSquare } from 'lucide-react';
import { Link } from 'react-router';
import { Badge } from '#web/ui/indicators/badge.tsx';
import * as recurring from '#web/texts/recurring.ts';
import styles from './chat-link.module.css';

/** Source: EVD-11, CHAT-12. */
export function ChatLink({ event: { id, chat } }: { event: Pick<EventDetail, 'id' | 'chat'> }) {
  if (chat === null) return null;
  const unread = unreadCount(chat);
  return (
    <Link to={`/chat/${id}`} className={styles.link}>
      <MessagesSquare aria-hidden="true" />
      <span className={styles.text}>{recurring.chat}</span>
      {unread > 0 && <Badge count={unread} tone="alert" label={recurring.unreadMessages(unread)} />}
      <ChevronRight aria-hidden="true" />
    </Link>
  );
}
