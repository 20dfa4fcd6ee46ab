import { unreadCount, type ChatProgress } from '@hereabouts/contract/chat-progress';
import { MessagesSquare } from 'lucide-react';
import { Link } from 'react-router';
import { Badge } from '#web/ui/indicators/badge.tsx';
import { VisuallyHidden } from '#web/ui/text/visually-hidden.tsx';
import * as recurring from '#web/texts/recurring.ts';
import * as texts from '#web/texts/home.tsx';
import styles from './unread-link.module.css';

type Props = { eventId: number; title: string; chat: ChatProgress | null };

/** Source: CHAT-12. */
export function UnreadLink({ eventId, title, chat }: Props) {
  const unread = unreadCount(chat);
  if (unread === 0) return null;
  const label = recurring.unreadMessages(unread);
  return (
    <Link to={`/chat/${eventId}`} className={styles.link} title={label}>
      <MessagesSquare aria-hidden="true" />
      <Badge count={unread} tone="alert" label={label} />
      <VisuallyHidden> {texts.inTheChatOfTitle(title)}</VisuallyHidden>
    </Link>
  );
}
