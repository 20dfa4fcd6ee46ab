import type { ChatMessage } from '@hereabouts/contract/chat';
import { useQueryClient } from '@tanstack/react-query';
import { MessageCircleOff } from 'lucide-react';
import { useMemo, type ReactNode } from 'react';
import { ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { EventNotFound } from '#web/ui/event-not-found.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Page } from '#web/ui/page.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { ChatRoom } from './chat-room.tsx';
import { startOutbox } from './outbox-session.ts';
import { refusalOf, useChat } from './queries.ts';
import styles from './chat-room.module.css';

type Props = {
  eventId: number;
  viewerId: string;
  /** Whether the viewer is still the one who is signed in. */
  isCurrent: () => boolean;
  onRead: (eventId: number, readSeq: number) => void;
  onReport?: ((message: ChatMessage) => void) | undefined;
};

/** The chat of an event. Source: CHAT-01 to CHAT-12. */
export function ChatPage({ eventId, viewerId, isCurrent, onRead, onReport }: Props) {
  const client = useQueryClient();
  const query = useChat(eventId);
  const session = useMemo(
    () => startOutbox({ userId: viewerId, client, isCurrent }),
    [client, isCurrent, viewerId],
  );
  const refusal = refusalOf(query.error);
  if (refusal?.kind === 'missing') {
    return (
      <Page title="Event Not Found">
        <PageHeader title="Event" backTo="/" backLabel="Back to home" />
        <EventNotFound />
      </Page>
    );
  }
  if (refusal) {
    return (
      <Around eventId={eventId}>
        <EmptyState
          icon={<MessageCircleOff aria-hidden="true" />}
          title={refusal.text}
          action={
            <ButtonLink to={`/event/${eventId}`} variant="secondary">
              Go to the event
            </ButtonLink>
          }
        />
      </Around>
    );
  }
  if (query.data) {
    return (
      <ChatRoom log={query.data} viewerId={viewerId} session={session} onRead={onRead} onReport={onReport} />
    );
  }
  if (query.isError) {
    return (
      <Around eventId={eventId}>
        <ErrorState onRetry={() => void query.refetch()} retrying={query.isFetching} />
      </Around>
    );
  }
  return (
    <Around eventId={eventId}>
      <Loading label="Loading messages...">
        <div className={styles.loading}>
          {['58%', '42%', '66%', '34%', '52%'].map((width) => (
            <Skeleton key={width} shape="block" width={width} height="44px" />
          ))}
        </div>
      </Loading>
    </Around>
  );
}

function Around({ eventId, children }: { eventId: number; children: ReactNode }) {
  return (
    <Page title="Chat">
      <PageHeader title="Chat" backTo={`/event/${eventId}`} backLabel="Back to event" />
      {children}
    </Page>
  );
}
