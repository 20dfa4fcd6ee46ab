import { lazyPart } from '#web/ui/feedback/lazy-part.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { Page } from '#web/ui/layout/page.tsx';
import { Loading, Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { useEventParam } from '../event-param.ts';
import { NoEvent } from './no-event.tsx';

const LiveView = lazyPart<{ eventId: number }>(
  () => import('./live-view.tsx').then((module) => module.LiveView),
  {
    loading: ({ eventId }) => (
      <Page title="Live map" width="wide">
        <PageHeader title="Live map" backTo={`/event/${eventId}`} backLabel="Back to the event" />
        <Loading label="Loading live map...">
          <Skeleton shape="block" height="46dvh" />
        </Loading>
      </Page>
    ),
    failedTitle: 'Could not load this page',
    isPage: true,
  },
);

export function Live() {
  const eventId = useEventParam();
  return eventId === null ? <NoEvent /> : <LiveView key={eventId} eventId={eventId} />;
}
