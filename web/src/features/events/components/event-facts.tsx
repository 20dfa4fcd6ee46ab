import type { EventDetail } from '@hereabouts/contract/events';
import type { Person } from '@hereabouts/contract/person';
import { ChevronRight, CornerUpRight, MapPin, UsersRound } from 'lucide-react';
import { cx } from '#web/lib/class-names.ts';
import { timeState } from '#web/lib/time/dates.ts';
import { Faces } from '#web/ui/pictures/faces.tsx';
import { VisuallyHidden } from '#web/ui/text/visually-hidden.tsx';
import * as texts from '#web/texts/event-page.tsx';
import { directionsUrl } from '../directions.ts';
import { AddToCalendar } from './add-to-calendar.tsx';
import { EventWhen } from './event-when.tsx';
import { GUESTS_ID } from './guest-list.tsx';
import styles from './event-facts.module.css';

const FACES_MAX = 5;

type Props = {
  event: EventDetail;
  now: number;
  /** The place is a link to directions. */
  leads: boolean;
};

/** When, where and who. Source: EVD-03, EVD-14, EVF-24. */
export function EventFacts({ event, now, leads }: Props) {
  const isUpcoming = timeState(event.start_time, event.end_time, now) === 'upcoming' && !event.is_cancelled;
  return (
    <div className={styles.facts}>
      <EventWhen event={event} now={now} action={isUpcoming && <AddToCalendar event={event} />} />
      {leads ? (
        <a
          href={directionsUrl(event, navigator.userAgent)}
          target="_blank"
          rel="noreferrer"
          className={styles.row}
        >
          <Where event={event} leads />
          <CornerUpRight aria-hidden="true" className={styles.leads} />
        </a>
      ) : (
        <div className={styles.row}>
          <Where event={event} />
        </div>
      )}
      {event.is_guest ? <Guests event={event} /> : <Going event={event} />}
    </div>
  );
}

function Where({ event, leads = false }: { event: EventDetail; leads?: boolean }) {
  return (
    <>
      <MapPin aria-hidden="true" />
      <span className={styles.text}>
        {leads && <VisuallyHidden>{texts.directionsTo} </VisuallyHidden>}
        <span className={styles.first}>{event.location_name}</span>
        {event.location_address !== '' && (
          <span className={styles.address}>
            <VisuallyHidden>, </VisuallyHidden>
            {event.location_address}
          </span>
        )}
      </span>
    </>
  );
}

function Guests({ event }: Pick<Props, 'event'>) {
  const faces = facesOf(event).slice(0, FACES_MAX);
  const toList = () => {
    const heading = document.getElementById(GUESTS_ID);
    heading?.scrollIntoView({ block: 'start' });
    heading?.focus({ preventScroll: true });
  };
  return (
    <button type="button" className={cx(styles.row, event.is_cancelled && styles.past)} onClick={toList}>
      {faces.length > 0 ? <Faces people={faces} /> : <UsersRound aria-hidden="true" />}
      <span className={styles.text}>
        <VisuallyHidden>{texts.guests} </VisuallyHidden>
        <span className={styles.first}>{countsOf(event)}</span>
      </span>
      <ChevronRight aria-hidden="true" />
    </button>
  );
}

/** For viewers who are not guests: no names (EVF-24). */
function Going({ event: { going_count, places } }: { event: EventDetail }) {
  return (
    <div className={styles.row}>
      <UsersRound aria-hidden="true" />
      <span className={styles.text}>
        <span className={styles.first}>{texts.goingCountShown(going_count)}</span>
        {places !== null && (
          <span className={styles.second}>{places === 1 ? texts.onePlace : texts.placesCount(places)}</span>
        )}
      </span>
    </div>
  );
}

function countsOf({ going_count, other_counts, is_cancelled, invites }: EventDetail): string {
  // Nobody is going any more.
  if (is_cancelled) return texts.invitedCount(invites.length);
  const maybe = other_counts?.tentative ?? 0;
  if (going_count === 0 && maybe === 0) return texts.nobodyIsGoingYet;
  return maybe === 0 ? texts.goingInWords(going_count) : texts.goingAndMaybe(going_count, maybe);
}

function facesOf({ host, host_status, invites }: EventDetail): Person[] {
  const who = (status: string) =>
    invites.filter((invite) => invite.status === status).map(({ user }) => user);
  const going = [...(host_status === 'accepted' ? [host] : []), ...who('accepted')];
  return [...going, ...who('tentative')];
}
