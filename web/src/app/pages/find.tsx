import { useParams } from 'react-router';
import { lazyComponent } from '#web/ui/feedback/lazy-component.tsx';
import { Spinner } from '#web/ui/feedback/spinner.tsx';
import * as recurring from '#web/texts/recurring.ts';
import { NoEvent, useEventParam } from '../event-param.tsx';

/** What frames of positions are read with comes after the page's first picture. */
const FinderPage = lazyComponent<{ eventId: number; targetId: string }>(
  () => import('#web/features/finder/finder-page.tsx').then((module) => module.FinderPage),
  { loading: <Spinner page />, failedTitle: recurring.couldNotLoadThisPage, isPage: true },
);

export function Find() {
  const eventId = useEventParam();
  const { targetId = '' } = useParams();
  if (eventId === null) return <NoEvent />;
  return <FinderPage key={`${eventId}/${targetId}`} eventId={eventId} targetId={targetId} />;
}
