import { EVENT_TEXTS } from '@hereabouts/contract/event-problems';
import type { EventDetail } from '@hereabouts/contract/events';
import { CopyPlus, Pencil, UserRoundPlus } from 'lucide-react';
import { useRef, type ReactNode } from 'react';
import { useServerNow } from '#web/live/server-clock.ts';
import { timeState } from '#web/lib/time/dates.ts';
import { BreakableText } from '#web/ui/text/breakable-text.tsx';
import { ButtonLink } from '#web/ui/buttons/button.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { Page } from '#web/ui/layout/page.tsx';
import { SectionHeading } from '#web/ui/layout/section-heading.tsx';
import { VisuallyHidden } from '#web/ui/text/visually-hidden.tsx';
import { AnnouncementPart } from './announcement.tsx';
import { CancelEvent } from './cancel-event.tsx';
import { CancelledBanner } from './cancelled-banner.tsx';
import { ChatLink } from './chat-link.tsx';
import { EventHero } from './event-hero.tsx';
import { EventPlace } from './event-place.tsx';
import { GuestCount, GuestList } from './guest-list.tsx';
import { LiveLink } from './live-link.tsx';
import { Rsvp } from './rsvp.tsx';
import { StopCoHosting } from './stop-co-hosting.tsx';
import styles from '../event-page.module.css';

const TICK_MS = 15_000;

type Props = {
  event: EventDetail;
  viewerId: string;
  /** Actions for others than the creator; reports belong to another feature. */
  renderReport: (event: EventDetail) => ReactNode;
  /** For hosts: the invitation link belongs to another feature. */
  renderLink: (event: EventDetail) => ReactNode;
};

/** An event that has been read. Source: EVD-01 to EVD-13. */
export function EventView({ event, viewerId, renderReport, renderLink }: Props) {
  const now = useServerNow(TICK_MS);
  // The page may stay open past the end: the server's word of an hour ago is not enough.
  const hasEnded = event.has_ended || timeState(event.start_time, event.end_time, now) === 'ended';
  const isHost = event.created_by === viewerId;
  const cancelledHeading = useRef<HTMLHeadingElement>(null);
  return (
    <Page title={event.title} width="wide">
      <PageHeader title={event.title} backTo="/" backLabel="Back to home" />
      {/* Here before there is anything to say, so that it is read out when it comes. */}
      <VisuallyHidden>
        <span role="status">{event.is_cancelled && EVENT_TEXTS.cancelled}</span>
      </VisuallyHidden>
      {event.is_cancelled && (
        <CancelledBanner host={event.host} isHost={isHost} headingRef={cancelledHeading} />
      )}
      <AnnouncementPart
        event={event}
        viewerId={viewerId}
        mayAnnounce={event.permissions.announce && !hasEnded}
        isHost={isHost || event.is_co_host}
      />
      <EventHero
        event={event}
        now={now}
        viewerId={viewerId}
        isHost={isHost}
        action={
          (isHost || event.is_co_host) && (
            <>
              {event.permissions.edit && (
                <ButtonLink
                  to={`/edit-event/${event.id}`}
                  variant="secondary"
                  size="small"
                  icon={<Pencil aria-hidden="true" />}
                >
                  Edit Event
                </ButtonLink>
              )}
              <ButtonLink
                to={`/new-event?from=${event.id}`}
                variant="secondary"
                size="small"
                icon={<CopyPlus aria-hidden="true" />}
              >
                Use again
              </ButtonLink>
            </>
          )
        }
      />
      {!event.is_cancelled && event.is_guest && <Rsvp event={event} hasEnded={hasEnded} />}
      <LiveLink event={event} now={now} hasEnded={hasEnded} />
      <ChatLink event={event} />
      {event.description !== '' && (
        <section aria-labelledby="description" className={styles.section}>
          <SectionHeading id="description">Description</SectionHeading>
          <p className={styles.description}>
            <BreakableText text={event.description} />
          </p>
        </section>
      )}
      <EventPlace event={event} />
      {event.is_guest ? (
        <GuestList
          event={event}
          viewerId={viewerId}
          action={
            event.permissions.invite &&
            !hasEnded && (
              <>
                {event.permissions.link && renderLink(event)}
                <ButtonLink
                  to={`/invite-friends/${event.id}`}
                  variant="secondary"
                  size="small"
                  icon={<UserRoundPlus aria-hidden="true" />}
                >
                  Invite More Friends
                </ButtonLink>
              </>
            )
          }
        />
      ) : (
        <GuestCount event={event} />
      )}
      {!isHost && renderReport(event)}
      {!isHost && <StopCoHosting eventId={event.id} viewerId={viewerId} isCoHost={event.is_co_host} />}
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
