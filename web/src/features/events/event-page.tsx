import { eventTopic } from '@hereabouts/contract/realtime';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { readOnHint } from '#web/lib/api/hints.ts';
import { isNotFound } from '#web/lib/api/api.ts';
import { OFFLINE_TEXT } from '#web/lib/api/failure-text.ts';
import { useWaitsOffline } from '#web/lib/api/use-waits-offline.ts';
import { useTopic } from '#web/realtime/hooks.ts';
import { lazyComponent } from '#web/ui/feedback/lazy-component.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { Page } from '#web/ui/layout/page.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { EventNotFound } from '#web/ui/feedback/event-not-found.tsx';
import * as recurring from '#web/texts/recurring.ts';
import { EventArrival } from './components/event-arrival.tsx';
import type { EventViewProps } from './components/event-view.tsx';
import { eventKey, useEvent } from './queries.ts';

type Props = Omit<EventViewProps, 'event'> & {
  eventId: number;
  /** Until the event has been read. */
  loading: ReactNode;
};

const loadEventView = () => import('./components/event-view.tsx').then((module) => module.EventView);
const EventView = lazyComponent<EventViewProps>(loadEventView, {
  loading: ({ event }) => <EventArrival known={event} />,
  failedTitle: recurring.couldNotLoadThisPage,
  isPage: true,
});
loadEventView().catch(() => {});

/** Source: EVD-01 to EVD-15. */
export function EventPage({ eventId, loading, ...parts }: Props) {
  const query = useEvent(eventId);
  const waitsOffline = useWaitsOffline(query);
  // A failed refetch keeps the page, unless the event is missing.
  const isMissing = isNotFound(query.error);
  const isGone = useLiveEvent(eventId, { isRead: query.isSuccess, isMissing });

  const isLost = isGone || isMissing;
  if (isLost || (query.isError && !query.data)) {
    return (
      <Page title={recurring.eventNotFound} width="wide">
        <PageHeader title={recurring.event} backTo="/" backLabel={recurring.backToHome} />
        <EventNotFound onRetry={isLost ? undefined : query.refetch} retrying={query.isFetching} />
        {isLost && parts.report}
      </Page>
    );
  }
  if (waitsOffline) {
    return (
      <Page title={recurring.event} width="wide">
        <PageHeader title={recurring.event} backTo="/" backLabel={recurring.backToHome} />
        <ErrorState onRetry={() => void query.refetch()}>{OFFLINE_TEXT}</ErrorState>
      </Page>
    );
  }
  if (query.isPending) return loading;
  return <EventView event={query.data} {...parts} />;
}

/** True from when the viewer loses the event until it has been read again. */
function useLiveEvent(
  eventId: number,
  { isRead, isMissing }: { isRead: boolean; isMissing: boolean },
): boolean {
  const client = useQueryClient();
  const [isGone, setIsGone] = useState(false);
  if (isGone && isRead) setIsGone(false);
  const readAgain = () => readOnHint(client, eventKey(eventId));
  useTopic(isGone || isMissing ? null : eventTopic(eventId), {
    on: { event_changed: readAgain, rsvp_changed: readAgain },
    onJoin: readAgain,
    onRejoin: readAgain,
    onGone(reason) {
      if (reason !== 'access_lost') return;
      // Reset: only what is read from now on shows that it is there again.
      void client.resetQueries({ queryKey: eventKey(eventId), exact: true });
      setIsGone(true);
    },
  });
  return isGone;
}
