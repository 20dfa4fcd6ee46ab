import { EditEventPage } from '#web/features/events/event-form-page.tsx';
import { useEventParam } from '../event-param.ts';
import { useViewerId } from '#web/auth/use-session.ts';
import { NoEvent } from './no-event.tsx';

export function EditEvent() {
  const eventId = useEventParam();
  const viewerId = useViewerId();
  return eventId === null ? <NoEvent /> : <EditEventPage eventId={eventId} viewerId={viewerId} />;
}
