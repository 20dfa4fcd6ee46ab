import type { LiveFriend } from '#web/live/live-friends.ts';
import type { ReactNode } from 'react';
import { OFFLINE_TEXT } from '#web/lib/api/failure-text.ts';
import { useLive, type LiveEvent } from '#web/live/live-store.ts';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { EventNotFound } from '#web/ui/feedback/event-not-found.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { Page } from '#web/ui/layout/page.tsx';
import { Loading, Skeleton } from '#web/ui/feedback/skeleton.tsx';
import * as recurring from '#web/texts/recurring.ts';
import * as texts from '#web/texts/live.tsx';
import { LiveBody } from './components/live-body.tsx';
import { LazyLiveMap } from './components/lazy-live-map.tsx';
import { LiveStage } from './components/live-stage.tsx';
import { NotNow, Refused } from './components/not-now.tsx';
import { useLiveSheet } from './components/use-live-sheet.ts';

export type LiveActions = {
  /** Find and light up. */
  renderFriendActions?: (friend: LiveFriend) => ReactNode;
  renderPointActions?: () => ReactNode;
  /** Beside the list's heading, while the event runs. */
  renderPageActions?: () => ReactNode;
  /** Beside the list's heading before the event begins: how to get there. */
  renderArrivalActions?: (event: LiveEvent['page']['event']) => ReactNode;
};

type Props = LiveActions & { eventId: number; viewerId: string };

/** Source: LIVE-05, LIVE-06, LIVE-09, LIVE-14. */
export function LivePage({ eventId, viewerId, ...actions }: Props) {
  const live = useLive(eventId);
  const back = { backTo: `/event/${eventId}`, backLabel: recurring.backToTheEvent };
  switch (live.status) {
    case 'missing':
      return (
        <Page title={recurring.eventNotFound} width="wide">
          <PageHeader title={recurring.liveMap} backTo="/" backLabel={recurring.backToHome} />
          <EventNotFound />
        </Page>
      );
    case 'refused':
      return (
        <Page title={recurring.liveMap} width="wide">
          <PageHeader title={recurring.liveMap} {...back} />
          <Refused eventId={eventId} message={live.message} />
        </Page>
      );
    case 'failed':
      return (
        <Page title={recurring.liveMap} width="wide">
          <PageHeader title={recurring.liveMap} {...back} />
          <ErrorState onRetry={live.retry} retrying={live.isRetrying}>
            {live.isOffline ? OFFLINE_TEXT : null}
          </ErrorState>
        </Page>
      );
    case 'loading':
      return <LoadingPage eventId={eventId} />;
    case 'ready':
      return live.phase === 'ended' || live.phase === 'cancelled' ? (
        <OverPage live={live} />
      ) : (
        <LiveBody live={live} viewerId={viewerId} {...actions} />
      );
  }
}

function LoadingPage({ eventId }: { eventId: number }) {
  return (
    <LiveStage
      eventId={eventId}
      sheet={useLiveSheet()}
      label={texts.people}
      map={<Skeleton shape="block" height="100%" />}
      head={<Skeleton width="9rem" height="44px" />}
    >
      <Loading label={recurring.loadingLiveMap}>
        <Skeleton shape="block" height="64px" />
        <Skeleton shape="block" height="64px" />
        <Skeleton shape="block" height="64px" />
      </Loading>
    </LiveStage>
  );
}

function OverPage({ live }: { live: LiveEvent }) {
  const sheet = useLiveSheet();
  const { event } = live.page;
  return (
    <LiveStage
      eventId={event.id}
      kicker={event.title}
      isOver
      sheet={sheet}
      label={texts.theEvent}
      map={
        <LazyLiveMap
          live={{ ...live, meetingPoint: null }}
          friends={[]}
          selectedId={null}
          onSelect={() => {}}
          coverPx={sheet.coverPx}
        />
      }
      head={null}
    >
      <NotNow eventId={event.id} isCancelled={live.phase === 'cancelled'} />
    </LiveStage>
  );
}
