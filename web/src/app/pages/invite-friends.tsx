import { InvitePage } from '#web/features/invites/invite-page.tsx';
import { useEventParam } from '../event-param.ts';
import { NoEvent } from './no-event.tsx';

export function InviteFriends() {
  const eventId = useEventParam();
  return eventId === null ? <NoEvent /> : <InvitePage key={eventId} eventId={eventId} />;
}
