import { lazyComponent } from '#web/ui/feedback/lazy-component.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { Page } from '#web/ui/layout/page.tsx';
import { Loading, Skeleton } from '#web/ui/feedback/skeleton.tsx';
import * as recurring from '#web/texts/recurring.ts';
import { NoEvent, useEventParam } from '../event-param.tsx';

const LivePageWithFinder = lazyComponent<{ eventId: number }>(
  () => import('./live-page-with-finder.tsx').then((module) => module.LivePageWithFinder),
  {
    loading: ({ eventId }) => (
      <Page title={recurring.liveMap} width="wide">
        <PageHeader
          title={recurring.liveMap}
          backTo={`/event/${eventId}`}
          backLabel={recurring.backToTheEvent}
        />
        <Loading label={recurring.loadingLiveMap}>
          <Skeleton shape="block" height="46dvh" />
        </Loading>
      </Page>
    ),
    failedTitle: recurring.couldNotLoadThisPage,
    isPage: true,
  },
);

export function Live() {
  const eventId = useEventParam();
  return eventId === null ? <NoEvent /> : <LivePageWithFinder key={eventId} eventId={eventId} />;
}
