import { defaultEventImage } from '@hereabouts/contract/uploads';
import { Lock, MapPinned } from 'lucide-react';
import { Link } from 'react-router';
import { usePosterTransition } from '#web/lib/navigation/poster-transition.ts';
import { cx } from '#web/lib/class-names.ts';
import { dayKey, formatEventStart, formatEventTime } from '#web/lib/time/dates.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { Img } from '#web/ui/pictures/img.tsx';
import { LiveDot } from '#web/ui/indicators/live-dot.tsx';
import { StatusChip } from '#web/ui/indicators/status-chip.tsx';
import { VisuallyHidden } from '#web/ui/text/visually-hidden.tsx';
import { takesPart, type HomeEvent } from '../sections.ts';
import { UnreadLink } from './unread-link.tsx';
import styles from './event-card.module.css';

type Props = {
  event: HomeEvent;
  now: number;
  /** "1.2 km away", where it is known and the event is today. */
  away: string | null;
  viewerId: string;
  /** On a phone without the description, and with a small picture. */
  compact: boolean;
  isSelected: boolean;
  /** The first picture on the screen. */
  eager: boolean;
  /** The pointer or the focus is on the card: the map points at the same event. */
  onPoint: (eventId: number | null) => void;
};

/** An event in the list. Source: HOME-12. */
export function EventCard({ event, now, away, viewerId, compact, isSelected, eager, onPoint }: Props) {
  const open = usePosterTransition();
  const isHost = event.created_by === viewerId;
  const isLive = event.state === 'live';
  return (
    <Card
      as="article"
      flush
      interactive
      data-poster
      className={cx(
        styles.card,
        isLive && styles.live,
        event.is_cancelled && styles.cancelled,
        isSelected && styles.selected,
        compact && styles.compact,
      )}
      aria-labelledby={`event-${event.id}-title`}
      onPointerEnter={() => onPoint(event.id)}
      onPointerLeave={() => onPoint(null)}
      onFocus={() => onPoint(event.id)}
      onBlur={() => onPoint(null)}
    >
      <Img
        className={styles.picture ?? ''}
        image={event.image}
        fallback={defaultEventImage(event.id)}
        alt=""
        ratio={16 / 9}
        sizes="(min-width: 576px) 320px, 100vw"
        eager={eager}
      />
      <div className={styles.body}>
        {isLive && (
          <p className={styles.liveLine}>
            <LiveDot /> Live until {formatEventTime(event, 'end_time')}
          </p>
        )}
        <h3 id={`event-${event.id}-title`} className={styles.title}>
          {event.title}
        </h3>
        <p className={styles.when}>
          <time dateTime={event.start_time}>{startText(event, now)}</time> at {event.location_name}
        </p>
        {away !== null && <p className={styles.away}>{away}</p>}
        {event.description_preview !== '' && (
          <p className={styles.description}>{event.description_preview}</p>
        )}
        <div className={styles.foot}>
          {event.is_cancelled && <StatusChip status="cancelled" />}
          {isHost && event.my_status === 'accepted' ? (
            <span className={styles.host}>You are hosting</span>
          ) : (
            !event.is_cancelled && (
              <StatusChip status={event.is_waiting ? 'waiting' : (event.my_status ?? 'pending')} />
            )
          )}
          {event.is_private && (
            <span className={styles.private}>
              <Lock aria-hidden="true" /> Private
            </span>
          )}
          {isLive && takesPart(event, viewerId) && (
            <Link to={`/event/${event.id}/live`} className={styles.liveMap}>
              <MapPinned aria-hidden="true" /> Live map<VisuallyHidden> of {event.title}</VisuallyHidden>
            </Link>
          )}
          <UnreadLink eventId={event.id} title={event.title} chat={event.chat} />
          <Link to={`/event/${event.id}`} onClick={open} className={styles.link}>
            View Details<VisuallyHidden> of {event.title}</VisuallyHidden>
          </Link>
        </div>
      </div>
    </Card>
  );
}

/** The section shows the day, but a running or cancelled event may have begun on another one. */
const startText = (event: HomeEvent, now: number) =>
  event.state !== 'upcoming' && dayKey(event.start_time) !== dayKey(now)
    ? formatEventStart(event, { now }).replace(' at ', ', ')
    : formatEventTime(event, 'start_time');
