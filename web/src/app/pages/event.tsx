import { EventPage } from '#web/features/events/event-page.tsx';
import { useEventParam } from '../event-param.ts';
import { useViewerId } from '../viewer.ts';
import { NoEvent } from './no-event.tsx';

export function Event() {
  const eventId = useEventParam();
  const viewerId = useViewerId();
  // Another event is another page: nothing of the one before may show on it.
  return eventId === null ? <NoEvent /> : <EventPage key={eventId} eventId={eventId} viewerId={viewerId} />;
}
