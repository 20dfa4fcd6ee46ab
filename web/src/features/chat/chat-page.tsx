import { MessageCircleOff } from 'lucide-react';
import { useEffect, type ReactNode } from 'react';
import { OFFLINE_TEXT } from '#web/lib/api/failure-text.ts';
import { useWaitsOffline } from '#web/lib/api/use-waits-offline.ts';
import { ButtonLink } from '#web/ui/buttons/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { EventNotFound } from '#web/ui/feedback/event-not-found.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { Page } from '#web/ui/layout/page.tsx';
import { lazyComponent } from '#web/ui/feedback/lazy-component.tsx';
import * as recurring from '#web/texts/recurring.ts';
import * as texts from '#web/texts/chat.tsx';
import type { ChatRoomProps } from './chat-room.tsx';
import { AroundChat } from './components/around-chat.tsx';
import type { UnsentProps } from './components/unsent.tsx';
import { refusalOf, useChat } from './queries.ts';

type Props = Omit<ChatRoomProps, 'log'> & {
  eventId: number;
  /** Until the chat has been read. */
  loading: ReactNode;
  /** Below an event that is gone. */
  report: ReactNode;
};

const loadRoom = () => import('./chat-room.tsx').then((module) => module.ChatRoom);
const ChatRoom = lazyComponent<ChatRoomProps & Pick<Props, 'loading'>>(loadRoom, {
  loading: ({ loading }) => loading,
  failedTitle: texts.couldNotLoadTheChat,
  isPage: true,
});

const Unsent = lazyComponent<UnsentProps>(
  () => import('./components/unsent.tsx').then((module) => module.Unsent),
  { loading: null, failedTitle: recurring.couldNotLoadThisPart },
);

/** Source: CHAT-01 to CHAT-12. */
export function ChatPage({ eventId, report, ...rest }: Props) {
  const query = useChat(eventId);
  const waitsOffline = useWaitsOffline(query);
  useEffect(() => void loadRoom().catch(() => {}), []);
  const refusal = refusalOf(query.error);
  if (refusal?.kind === 'missing') {
    return (
      <Page title={recurring.eventNotFound}>
        <PageHeader title={recurring.event} backTo="/" backLabel={recurring.backToHome} />
        <EventNotFound />
        <Unsent eventId={eventId} viewerId={rest.viewerId} />
        {report}
      </Page>
    );
  }
  if (refusal) {
    return (
      <AroundChat eventId={eventId}>
        <EmptyState
          icon={<MessageCircleOff aria-hidden="true" />}
          title={refusal.text}
          action={
            <ButtonLink to={`/event/${eventId}`} variant="secondary">
              {texts.goToTheEvent}
            </ButtonLink>
          }
        />
        <Unsent eventId={eventId} viewerId={rest.viewerId} />
      </AroundChat>
    );
  }
  if (query.data) return <ChatRoom log={query.data} {...rest} />;
  if (query.isError || waitsOffline) {
    return (
      <AroundChat eventId={eventId}>
        <ErrorState onRetry={() => void query.refetch()} retrying={query.isFetching}>
          {waitsOffline ? OFFLINE_TEXT : null}
        </ErrorState>
      </AroundChat>
    );
  }
  return rest.loading;
}
