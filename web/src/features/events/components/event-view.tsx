import type { EventDetail } from '@hereabouts/contract/events';
import { useRef, type ReactNode } from 'react';
import { useServerNow } from '#web/live/server-clock.ts';
import { timeState } from '#web/lib/time/dates.ts';
import { Page } from '#web/ui/layout/page.tsx';
import { SectionHeading } from '#web/ui/layout/section-heading.tsx';
import { LinkedText } from '#web/ui/text/linked-text.tsx';
import * as texts from '#web/texts/event-page.tsx';
import { isWaiting } from '../answer-queue.ts';
import { Announcement } from './announcement.tsx';
import { CancelEvent } from './cancel-event.tsx';
import { CancelledBanner } from './cancelled-banner.tsx';
import { ChatLink } from './chat-link.tsx';
import { EventFacts } from './event-facts.tsx';
import { EventHero } from './event-hero.tsx';
import { EventPlace } from './event-place.tsx';
import { EventStatus } from './event-status.tsx';
import { GuestList } from './guest-list.tsx';
import { HostTools } from './host-tools.tsx';
import { HostedBy } from './hosted-by.tsx';
import { LiveLink } from './live-link.tsx';
import { NotAGuest } from './not-a-guest.tsx';
import { Rsvp } from './rsvp.tsx';
import { ShareEvent } from './share-event.tsx';
import { StopCoHosting } from './stop-co-hosting.tsx';
import styles from '../event-page.module.css';

const TICK_MS = 15_000;

export type EventViewProps = {
  event: EventDetail;
  viewerId: string;
  report: ReactNode;
  /** For hosts. `words`: a button; `first`: a large one; `icon`: a round one. */
  renderLink: (event: EventDetail, as: 'words' | 'first' | 'icon') => ReactNode;
};

/** An event that has been read. Source: EVD-01 to EVD-14. */
export function EventView({ event, viewerId, report, renderLink }: EventViewProps) {
  const now = useServerNow(TICK_MS);
  // The page may stay open past the end: the server's word of an hour ago is not enough.
  const state = timeState(event.start_time, event.end_time, now);
  const hasEnded = event.has_ended || state === 'ended';
  const takesPlace = !hasEnded && !event.is_cancelled;
  const isCreator = event.created_by === viewerId;
  const isHost = isCreator || event.is_co_host;
  const mayLink = event.permissions.link && !hasEnded;
  // Nobody knows of it yet: that comes first.
  const invitesFirst = mayLink && !event.is_cancelled && event.invites.length === 0;
  const mayLive = event.permissions.live && !hasEnded;
  const isRunning = state === 'live';
  const livesFirst = mayLive && isRunning && !invitesFirst;
  const cancelledHeading = useRef<HTMLHeadingElement>(null);
  const description = event.description !== '' && (
    <section aria-labelledby="description" className={styles.section}>
      <SectionHeading id="description">{texts.description}</SectionHeading>
      <p className={styles.description} dir="auto">
        <LinkedText text={event.description} />
      </p>
    </section>
  );
  const place = <EventPlace event={event} leads={takesPlace} />;
  return (
    <Page title={event.title} width="wide">
      <EventStatus event={event} />
      <EventHero
        event={event}
        hasEnded={hasEnded}
        crowded={livesFirst && isWaiting(event)}
        share={mayLink ? renderLink(event, 'icon') : !event.is_private && <ShareEvent event={event} />}
        under={
          <>
            {description}
            {event.is_guest && place}
          </>
        }
        after={event.is_guest ? <GuestList event={event} viewerId={viewerId} /> : place}
      >
        {event.is_cancelled && (
          <CancelledBanner host={event.host} isCreator={isCreator} headingRef={cancelledHeading} />
        )}
        <HostedBy event={event} viewerId={viewerId} />
        <EventFacts event={event} now={now} leads={takesPlace} />
        {invitesFirst && renderLink(event, 'first')}
        {livesFirst && <LiveLink event={event} as="first" isRunning />}
        {hasEnded && <ChatLink event={event} />}
        {!event.is_cancelled && event.is_guest && <Rsvp event={event} hasEnded={hasEnded} />}
        {!event.is_cancelled && !event.is_guest && !hasEnded && <NotAGuest host={event.host} />}
        <div className={styles.ways}>
          <Announcement event={event} viewerId={viewerId} />
          {mayLive && !livesFirst && <LiveLink event={event} as="row" isRunning={isRunning} />}
          {isHost && (
            <HostTools
              event={event}
              hasEnded={hasEnded}
              link={mayLink && !invitesFirst && renderLink(event, 'words')}
            />
          )}
          {!hasEnded && <ChatLink event={event} />}
        </div>
      </EventHero>
      {!isCreator && report}
      {!isCreator && <StopCoHosting eventId={event.id} viewerId={viewerId} isCoHost={event.is_co_host} />}
      {isCreator && (
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
