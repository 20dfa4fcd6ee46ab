import { InviteByLink } from '#web/features/event-links/components/invite-by-link.tsx';
import { InvitePage } from '#web/features/invites/invite-page.tsx';
import { NoEvent, useEventParam } from '../event-param.tsx';

export function InviteFriends() {
  const eventId = useEventParam();
  if (eventId === null) return <NoEvent />;
  return (
    <InvitePage key={eventId} eventId={eventId} renderLink={(event) => <InviteByLink event={event} />} />
  );
}
