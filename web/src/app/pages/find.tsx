import { useParams } from 'react-router';
import { FinderPage } from '#web/features/finder/finder-page.tsx';
import { useEventParam } from '../event-param.ts';
import { NoEvent } from './no-event.tsx';

export function Find() {
  const eventId = useEventParam();
  const { target = '' } = useParams();
  if (eventId === null) return <NoEvent />;
  return <FinderPage key={`${eventId}/${target}`} eventId={eventId} target={target} />;
}
