import { CalendarClock } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '#web/lib/class-names.ts';
import { dayPhrase, formatRange, timeState } from '#web/lib/time/dates.ts';
import { LiveDot } from '#web/ui/indicators/live-dot.tsx';
import * as texts from '#web/texts/event-page.tsx';
import styles from './event-facts.module.css';

type Props = {
  event: { start_time: string; end_time: string; is_cancelled: boolean };
  now: number;
  /** What can be done about it, at its end. */
  action?: ReactNode;
};

/** In a few words, and from when until when. Source: EVD-03. */
export function EventWhen({ event: { start_time, end_time, is_cancelled }, now, action }: Props) {
  const isLive = !is_cancelled && timeState(start_time, end_time, now) === 'live';
  return (
    <div className={styles.row}>
      <CalendarClock aria-hidden="true" />
      <span className={cx(styles.text, is_cancelled && styles.cancelled)}>
        {isLive ? (
          <span className={styles.live}>
            <LiveDot /> {texts.liveNow}
          </span>
        ) : (
          <span className={styles.first}>{dayPhrase(start_time, { now })}</span>
        )}
        <span className={styles.second}>{formatRange(start_time, end_time, { now })}</span>
      </span>
      {action}
    </div>
  );
}
