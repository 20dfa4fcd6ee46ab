import { ArPage } from '#web/features/finder/ar-page.tsx';
import { useEventParam } from '../event-param.ts';
import { NoEvent } from './no-event.tsx';

export function Ar() {
  const eventId = useEventParam();
  return eventId === null ? <NoEvent /> : <ArPage key={eventId} eventId={eventId} />;
}
