import { personName } from '@hereabouts/contract/users';
import { Navigation, Route, ScanEye } from 'lucide-react';
import { directionsUrl } from '#web/features/events/directions.ts';
import { BeaconButton } from '#web/features/finder/components/beacon-button.tsx';
import { MEETING_POINT } from '#web/features/finder/finder-target.ts';
import { LivePage } from '#web/features/live/live-page.tsx';
import { ButtonLink } from '#web/ui/buttons/button.tsx';
import { VisuallyHidden } from '#web/ui/text/visually-hidden.tsx';
import * as recurring from '#web/texts/recurring.ts';
import * as texts from '#web/texts/app.ts';
import { useViewerId } from '#web/auth/use-session.ts';

export function LivePageWithFinder({ eventId }: { eventId: number }) {
  const viewerId = useViewerId();
  const find = (targetId: string, name: string, variant: 'primary' | 'secondary') => (
    <ButtonLink
      variant={variant}
      to={`/event/${eventId}/find/${targetId}`}
      size="small"
      icon={<Navigation aria-hidden="true" />}
    >
      {recurring.find}
      <VisuallyHidden> {name}</VisuallyHidden>
    </ButtonLink>
  );
  return (
    <LivePage
      key={eventId}
      eventId={eventId}
      viewerId={viewerId}
      renderFriendActions={({ user, isSharing }) => (
        <>
          {isSharing && find(user.id, personName(user), 'primary')}
          <BeaconButton eventId={eventId} user={user} />
        </>
      )}
      renderPageActions={() => (
        <ButtonLink
          to={`/event/${eventId}/ar`}
          variant="secondary"
          size="small"
          icon={<ScanEye aria-hidden="true" />}
          title={recurring.arView}
          aria-label={recurring.arView}
        >
          {texts.ar}
        </ButtonLink>
      )}
      renderArrivalActions={(event) => (
        <ButtonLink
          to={directionsUrl(event, navigator.userAgent)}
          target="_blank"
          rel="noreferrer"
          variant="secondary"
          size="small"
          icon={<Route aria-hidden="true" />}
        >
          {texts.directions}
        </ButtonLink>
      )}
      renderPointActions={() => find(MEETING_POINT, texts.theMeetingPoint, 'secondary')}
    />
  );
}
