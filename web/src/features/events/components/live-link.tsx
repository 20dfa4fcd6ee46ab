import type { EventDetail } from '@hereabouts/contract/events';
import { ChevronRight, MapPinned } from 'lucide-react';
import { Link } from 'react-router';
import { cx } from '#web/lib/class-names.ts';
import { timeState } from '#web/lib/time/dates.ts';
import { LiveDot } from '#web/ui/indicators/live-dot.tsx';
import * as recurring from '#web/texts/recurring.ts';
import * as texts from '#web/texts/event-page.tsx';
import styles from './chat-link.module.css';

type Props = { event: EventDetail; now: number; hasEnded: boolean };

/** The way to the live map, for those who take part; nobody is on it before the start. Source: LIVE-05. */
export function LiveLink({ event, now, hasEnded }: Props) {
  if (!event.permissions.live || hasEnded) return null;
  const isRunning = timeState(event.start_time, event.end_time, now) === 'live';
  return (
    <Link to={`/event/${event.id}/live`} className={cx(styles.link, isRunning && styles.running)}>
      <MapPinned aria-hidden="true" />
      <span className={styles.text}>{isRunning ? texts.liveMapFindYourFriends : recurring.liveMap}</span>
      {isRunning && <LiveDot />}
      <ChevronRight aria-hidden="true" />
    </Link>
  );
}
