import { defaultEventImage } from '@hereabouts/contract/uploads';
import { ChevronRight, Lock, MapPinned } from 'lucide-react';
import { memo } from 'react';
import { Link } from 'react-router';
import { usePosterTransition } from '#web/lib/navigation/poster-transition.ts';
import { cx } from '#web/lib/class-names.ts';
import { dayKey, formatEventStart, formatEventTime, formatEventUntil } from '#web/lib/time/dates.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { Img } from '#web/ui/pictures/img.tsx';
import { StatusChip } from '#web/ui/indicators/status-chip.tsx';
import { IconWords } from '#web/ui/text/icon-words.tsx';
import { VisuallyHidden } from '#web/ui/text/visually-hidden.tsx';
import * as texts from '#web/texts/home.tsx';
import * as recurring from '#web/texts/recurring.ts';
import { isParticipant, type HomeEvent } from '../sections.ts';
import { UnreadLink } from './unread-link.tsx';
import styles from './event-card.module.css';

type Props = {
  event: HomeEvent;
  now: number;
  /** "1.2 km away", where it is known and the event is today. */
  away: string | null;
  viewerId: string;
  /** On a phone without the description. */
  compact: boolean;
  /** A poster above the list: shows the end and links the live map. */
  isPoster: boolean;
  isSelected: boolean;
  onPoint: (eventId: number | null) => void;
};

/** Source: HOME-12. */
export const EventCard = memo(function EventCard(props: Props) {
  const { event, now, away, viewerId, compact, isPoster, isSelected, onPoint } = props;
  const open = usePosterTransition();
  const isLive = event.state === 'live';
  return (
    <Card
      as="article"
      flush
      interactive
      data-poster
      className={cx(
        styles.card,
        event.is_cancelled && styles.cancelled,
        isSelected && styles.selected,
        isPoster && styles.quiet,
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
        ratio={1}
        sizes="(min-width: 576px) 128px, 80px"
      />
      <div className={styles.chat}>
        <UnreadLink eventId={event.id} title={event.title} chat={event.chat} />
      </div>
      <div className={styles.body}>
        <h3 id={`event-${event.id}-title`} className={styles.title}>
          {event.title}
        </h3>
        <p className={styles.when}>
          {texts.startAtPlace(
            <time dateTime={event.start_time}>{startText(event, now)}</time>,
            event.location_name,
          )}
        </p>
        {isLive && !isPoster && (
          <p className={styles.until}>{texts.untilEventTime(formatEventUntil(event, { now }))}</p>
        )}
        {away !== null && (
          <p data-not-kept className={styles.away}>
            {away}
          </p>
        )}
      </div>
      {event.description_preview !== '' && <p className={styles.description}>{event.description_preview}</p>}
      <div className={styles.foot}>
        <Standing event={event} isCreator={event.created_by === viewerId} />
        {event.is_private && (
          <span className={styles.private} title={texts.privateWord}>
            <Lock aria-hidden="true" />
            <IconWords hiddenOn="phone">{texts.privateWord}</IconWords>
          </span>
        )}
        {isLive && !isPoster && isParticipant(event, viewerId) && (
          <Link to={`/event/${event.id}/live`} className={styles.liveMap}>
            <MapPinned aria-hidden="true" /> {recurring.liveMap}
            <VisuallyHidden> {texts.ofTitle(event.title)}</VisuallyHidden>
          </Link>
        )}
        <Link to={`/event/${event.id}`} onClick={open} className={styles.link}>
          {texts.viewDetails}
          <VisuallyHidden> {texts.ofTitle(event.title)}</VisuallyHidden>
          <ChevronRight aria-hidden="true" />
        </Link>
      </div>
    </Card>
  );
});

function Standing({ event, isCreator }: { event: HomeEvent; isCreator: boolean }) {
  if (event.is_cancelled) return <StatusChip status="cancelled" className={styles.chip ?? ''} />;
  if (isCreator && event.my_status === 'accepted')
    return <span className={styles.host}>{texts.youAreHosting}</span>;
  const status = event.is_waiting ? 'waiting' : event.my_status;
  if (status === null) return null;
  return <StatusChip status={status === 'pending' ? 'none' : status} className={styles.chip ?? ''} />;
}

/** The section shows the day, but a running or cancelled event may have begun on another one. */
const startText = (event: HomeEvent, now: number) =>
  event.state !== 'upcoming' && dayKey(event.start_time) !== dayKey(now)
    ? formatEventStart(event, { now }).replace(' at ', ', ')
    : formatEventTime(event, 'start_time');
