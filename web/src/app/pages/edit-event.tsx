import { EditEventPage } from '#web/features/events/event-form-page.tsx';
import { NoEvent, useEventParam } from '../event-param.tsx';
import { useViewerId } from '#web/auth/use-session.ts';

export function EditEvent() {
  const eventId = useEventParam();
  const viewerId = useViewerId();
  return eventId === null ? <NoEvent /> : <EditEventPage eventId={eventId} viewerId={viewerId} />;
}
