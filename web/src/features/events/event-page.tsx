import { EVENT_MESSAGES, type EventDetail } from '@hereabouts/contract/events';
import { eventTopic } from '@hereabouts/contract/realtime';
import { useQueryClient } from '@tanstack/react-query';
import { Pencil, UserRoundPlus } from 'lucide-react';
import { useRef, useState, type ReactNode } from 'react';
import { ApiError } from '#web/lib/api.ts';
import { useNow } from '#web/lib/clock.ts';
import { timeState } from '#web/lib/dates.ts';
import { useTopic } from '#web/realtime/hooks.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Page } from '#web/ui/page.tsx';
import { SectionHeading } from '#web/ui/section-heading.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import { CancelEvent } from './components/cancel-event.tsx';
import { CancelledBanner } from './components/cancelled-banner.tsx';
import { ChatLink } from './components/chat-link.tsx';
import { EventHero } from './components/event-hero.tsx';
import { EventNotFound } from '#web/ui/event-not-found.tsx';
import { EventPlace } from './components/event-place.tsx';
import { LiveLink } from './components/live-link.tsx';
import { GuestList } from './components/guest-list.tsx';
import { Rsvp } from './components/rsvp.tsx';
import { eventKey, useEvent } from './queries.ts';
import styles from './event-page.module.css';

const TICK_MS = 15_000;

type Props = {
  eventId: number;
  viewerId: string;
  /** What somebody else than the creator can do about the event; reports are another feature's. */
  renderReport: (event: EventDetail) => ReactNode;
};

/** One event. Source: EVD-01 to EVD-13. */
export function EventPage({ eventId, viewerId, renderReport }: Props) {
  const query = useEvent(eventId);
  const isGone = useLiveEvent(eventId);

  // A failure to read it again takes nothing away, unless it says that there is nothing any more.
  const isMissing = query.error instanceof ApiError && query.error.code === 'not_found';
  if (isGone || isMissing || (query.isError && !query.data)) {
    return (
      <Page title="Event Not Found" width="wide">
        <PageHeader title="Event" backTo="/" backLabel="Back to home" />
        <EventNotFound />
      </Page>
    );
  }
  if (query.isPending) {
    return (
      <Page title="Event" width="wide">
        <PageHeader title="Event" backTo="/" backLabel="Back to home" />
        <Loading label="Loading event details...">
          <Skeleton shape="block" className={styles.picture ?? ''} />
          <Skeleton width="60%" />
          <Skeleton width="40%" />
          <Skeleton shape="block" height="250px" />
        </Loading>
      </Page>
    );
  }
  return <EventView event={query.data} viewerId={viewerId} renderReport={renderReport} />;
}

/** Reads the event again whenever it changes; true once the viewer has lost it. */
function useLiveEvent(eventId: number): boolean {
  const client = useQueryClient();
  const [isGone, setIsGone] = useState(false);
  const readAgain = () => void client.invalidateQueries({ queryKey: eventKey(eventId) });
  useTopic(eventTopic(eventId), {
    on: { event_changed: readAgain, rsvp_changed: readAgain },
    onJoin: readAgain,
    onRejoin: readAgain,
    onGone: (reason) => setIsGone(reason === 'access_lost'),
  });
  return isGone;
}

type ViewProps = Omit<Props, 'eventId'> & { event: EventDetail };

function EventView({ event, viewerId, renderReport }: ViewProps) {
  const now = useNow(TICK_MS);
  // The page may stay open past the end: the server's word of an hour ago is not enough.
  const hasEnded = event.has_ended || timeState(event.start_time, event.end_time, now) === 'ended';
  const isHost = event.created_by === viewerId;
  const cancelledHeading = useRef<HTMLHeadingElement>(null);
  return (
    <Page title={event.title} width="wide">
      <PageHeader title={event.title} backTo="/" backLabel="Back to home" />
      {/* Here before there is anything to say, so that it is read out when it comes. */}
      <VisuallyHidden>
        <span role="status">{event.is_cancelled && EVENT_MESSAGES.cancelled}</span>
      </VisuallyHidden>
      {event.is_cancelled && (
        <CancelledBanner host={event.host} isHost={isHost} headingRef={cancelledHeading} />
      )}
      <EventHero
        event={event}
        now={now}
        isHost={isHost}
        action={
          event.permissions.edit && (
            <ButtonLink
              to={`/edit-event/${event.id}`}
              variant="secondary"
              size="small"
              icon={<Pencil aria-hidden="true" />}
            >
              Edit Event
            </ButtonLink>
          )
        }
      />
      {!event.is_cancelled && event.is_guest && <Rsvp event={event} hasEnded={hasEnded} />}
      <LiveLink event={event} now={now} hasEnded={hasEnded} />
      <ChatLink event={event} />
      {event.description !== '' && (
        <section aria-labelledby="description" className={styles.section}>
          <SectionHeading id="description">Description</SectionHeading>
          <p className={styles.description}>{event.description}</p>
        </section>
      )}
      <EventPlace event={event} />
      <GuestList
        invites={event.invites}
        viewerId={viewerId}
        action={
          event.permissions.invite &&
          !hasEnded && (
            <ButtonLink
              to={`/invite-friends/${event.id}`}
              variant="secondary"
              size="small"
              icon={<UserRoundPlus aria-hidden="true" />}
            >
              Invite More Friends
            </ButtonLink>
          )
        }
      />
      {!isHost && renderReport(event)}
      {isHost && (
        <CancelEvent
          eventId={event.id}
          mayCancel={event.permissions.cancel && !hasEnded}
          // The button that had the focus went with the event.
          onClosed={() => cancelledHeading.current?.focus()}
        />
      )}
    </Page>
  );
}
