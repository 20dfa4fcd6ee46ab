import type { LiveFriend } from '#web/live/live-friends.ts';
import type { ReactNode } from 'react';
import { useLive, type LiveEvent } from '#web/live/live-store.ts';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { EventNotFound } from '#web/ui/feedback/event-not-found.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { Page } from '#web/ui/layout/page.tsx';
import { Loading, Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { LiveBody } from './components/live-body.tsx';
import { NotNow, Refused } from './components/not-now.tsx';
import styles from './live-page.module.css';

export type LiveActions = {
  /** What can be done about a friend beside looking at the map: find, beacon. */
  renderFriendActions?: (friend: LiveFriend) => ReactNode;
  /** The same about the meeting point. */
  renderPointActions?: () => ReactNode;
  /** Beside the page's heading, while the event runs. */
  renderPageActions?: () => ReactNode;
};

type Props = LiveActions & { eventId: number; viewerId: string };

/** Friends at an event, on a map and in words. Source: LIVE-05, LIVE-06, LIVE-09. */
export function LivePage({ eventId, viewerId, ...actions }: Props) {
  const live = useLive(eventId);
  const back = { backTo: `/event/${eventId}`, backLabel: 'Back to the event' };
  switch (live.status) {
    case 'missing':
      return (
        <Page title="Event Not Found" width="wide">
          <PageHeader title="Live map" backTo="/" backLabel="Back to home" />
          <EventNotFound />
        </Page>
      );
    case 'refused':
      return (
        <Page title="Live map" width="wide">
          <PageHeader title="Live map" {...back} />
          <Refused eventId={eventId} message={live.message} />
        </Page>
      );
    case 'failed':
      return (
        <Page title="Live map" width="wide">
          <PageHeader title="Live map" {...back} />
          <ErrorState onRetry={live.retry} retrying={live.isRetrying} />
        </Page>
      );
    case 'loading':
      return (
        <Page title="Live map" width="wide">
          <PageHeader title="Live map" {...back} />
          <Loading label="Loading live map...">
            <Skeleton shape="block" className={styles.mapSkeleton ?? ''} />
            <Skeleton shape="block" height="72px" />
            <Skeleton shape="block" height="72px" />
          </Loading>
        </Page>
      );
    case 'ready':
      return <ReadyPage live={live} viewerId={viewerId} {...actions} />;
  }
}

function ReadyPage({ live, viewerId, ...actions }: LiveActions & { live: LiveEvent; viewerId: string }) {
  const { event } = live.page;
  const isOver = live.phase === 'ended' || live.phase === 'cancelled';
  return (
    <Page title={`Live map of ${event.title}`} width="wide">
      <PageHeader
        kicker={event.title}
        title="Live map"
        backTo={`/event/${event.id}`}
        backLabel="Back to the event"
      />
      {isOver ? (
        <NotNow eventId={event.id} isCancelled={live.phase === 'cancelled'} />
      ) : (
        <LiveBody live={live} viewerId={viewerId} {...actions} />
      )}
    </Page>
  );
}
