import { lazyComponent } from '#web/ui/feedback/lazy-component.tsx';
import { Spinner } from '#web/ui/feedback/spinner.tsx';
import * as recurring from '#web/texts/recurring.ts';
import { NoEvent, useEventParam } from '../event-param.tsx';

const ArPage = lazyComponent<{ eventId: number }>(
  () => import('#web/features/finder/ar-page.tsx').then((module) => module.ArPage),
  { loading: <Spinner page />, failedTitle: recurring.couldNotLoadThisPage, isPage: true },
);

export function Ar() {
  const eventId = useEventParam();
  return eventId === null ? <NoEvent /> : <ArPage key={eventId} eventId={eventId} />;
}
