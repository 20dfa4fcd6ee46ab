import type { EventDetail } from '@hereabouts/contract/events';
import { defaultEventImage } from '@hereabouts/contract/uploads';
import { NO_NAME } from '@hereabouts/contract/users';
import { CalendarClock, Globe, Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { cx } from '#web/lib/class-names.ts';
import { formatRange, timeState } from '#web/lib/time/dates.ts';
import { Avatar } from '#web/ui/pictures/avatar.tsx';
import { Img } from '#web/ui/pictures/img.tsx';
import { LiveDot } from '#web/ui/indicators/live-dot.tsx';
import { HERO_SIZES } from '../hero-sizes.ts';
import { AddToCalendar } from './add-to-calendar.tsx';
import styles from './event-hero.module.css';

type Props = {
  event: EventDetail;
  now: number;
  viewerId: string;
  isHost: boolean;
  /** What the host can do, beside their name. */
  action?: ReactNode;
};

/** Picture, when, who hosts, and who may see it. Source: EVD-03, EVD-07, EVD-13. */
export function EventHero({ event, now, viewerId, isHost, action }: Props) {
  const coHosts = event.invites.filter(({ is_co_host }) => is_co_host).map(({ user }) => user);
  const state = event.is_cancelled ? 'cancelled' : timeState(event.start_time, event.end_time, now);
  return (
    <div className={styles.hero}>
      <Img
        className={cx(styles.picture, event.is_cancelled && styles.grey)}
        image={event.image}
        fallback={defaultEventImage(event.id)}
        alt=""
        ratio={16 / 9}
        sizes={HERO_SIZES}
        eager
      />
      <ul className={styles.facts}>
        <li>
          <CalendarClock aria-hidden="true" />
          <span>
            {state === 'live' && (
              <span className={styles.live}>
                <LiveDot /> Live now
              </span>
            )}
            <span className={cx(styles.when, event.is_cancelled && styles.cancelled)}>
              {formatRange(event.start_time, event.end_time, { now })}
            </span>
            {state === 'upcoming' && <AddToCalendar event={event} className={styles.calendar} />}
          </span>
        </li>
        <li>
          {event.is_private ? <Lock aria-hidden="true" /> : <Globe aria-hidden="true" />}
          {event.is_private ? 'Private Event' : 'Public Event'}
        </li>
      </ul>
      <div className={styles.hosting}>
        <Link
          to={isHost ? '/profile' : `/profile/${event.host.id}`}
          state={{ person: event.host }}
          className={styles.host}
        >
          <Avatar id={event.host.id} name={event.host.name} image={event.host.image} size={40} />
          <span>
            <span className={styles.by}>Hosted by</span>{' '}
            <bdi className={styles.hostName}>{isHost ? 'you' : event.host.name || NO_NAME}</bdi>
            {coHosts.length > 0 && (
              <span className={styles.coHosts}>
                with{' '}
                {coHosts.map(({ id, name }, index) => (
                  <span key={id}>
                    {index === 0 ? '' : index === coHosts.length - 1 ? ' and ' : ', '}
                    <bdi>{id === viewerId ? 'you' : name || NO_NAME}</bdi>
                  </span>
                ))}
              </span>
            )}
          </span>
        </Link>
        {action}
      </div>
    </div>
  );
}
