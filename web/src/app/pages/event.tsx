import { InviteByLink } from '#web/features/event-links/components/invite-by-link.tsx';
import { EventPage } from '#web/features/events/event-page.tsx';
import { ReportButton } from '#web/features/reports/components/report-button.tsx';
import { NoEvent, useEventParam } from '../event-param.tsx';
import { arriving } from '../arriving.tsx';
import { useViewerId } from '#web/auth/use-session.ts';

export function Event() {
  const eventId = useEventParam();
  const viewerId = useViewerId();
  if (eventId === null) return <NoEvent />;
  return (
    <EventPage
      // Another event is another page: nothing of the one before may show on it.
      key={eventId}
      eventId={eventId}
      viewerId={viewerId}
      loading={arriving('Event')}
      renderLink={(event, as) => <InviteByLink event={event} as={as} />}
      report={<ReportButton subject={{ kind: 'event', event_id: eventId }} />}
    />
  );
}
