import { MessageCircleOff } from 'lucide-react';
import { useEffect, type ReactNode } from 'react';
import { ButtonLink } from '#web/ui/buttons/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { EventNotFound } from '#web/ui/feedback/event-not-found.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { Page } from '#web/ui/layout/page.tsx';
import { Loading, Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { lazyPart } from '#web/ui/feedback/lazy-part.tsx';
import type { ChatRoomProps } from './chat-room.tsx';
import { refusalOf, useChat } from './queries.ts';
import styles from './chat-page.module.css';

const loadRoom = () => import('./chat-room.tsx').then((module) => module.ChatRoom);
const ChatRoom = lazyPart<ChatRoomProps>(loadRoom, {
  loading: ({ log }) => <Waiting eventId={log.event.id} />,
  failedTitle: 'Could not load the chat',
  isPage: true,
});

type Props = Omit<ChatRoomProps, 'log'> & { eventId: number };

/** The chat of an event. Source: CHAT-01 to CHAT-12. */
export function ChatPage({ eventId, ...rest }: Props) {
  const query = useChat(eventId);
  // Preloaded with the messages; a failure is retried and shown where the room renders.
  useEffect(() => void loadRoom().catch(() => {}), []);
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
  if (query.data) return <ChatRoom log={query.data} {...rest} />;
  if (query.isError) {
    return (
      <Around eventId={eventId}>
        <ErrorState onRetry={() => void query.refetch()} retrying={query.isFetching} />
      </Around>
    );
  }
  return <Waiting eventId={eventId} />;
}

function Waiting({ eventId }: { eventId: number }) {
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
