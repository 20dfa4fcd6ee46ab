import { CalendarClock } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '#web/lib/class-names.ts';
import { dayPhrase, formatRange, isSoon, timeState } from '#web/lib/time/dates.ts';
import { LiveDot } from '#web/ui/indicators/live-dot.tsx';
import * as texts from '#web/texts/event-page.tsx';
import styles from './event-facts.module.css';

type Props = {
  event: { start_time: string; end_time: string; is_cancelled: boolean };
  now: number;
  action?: ReactNode;
};

/** Source: EVD-03. */
export function EventWhen({ event: { start_time, end_time, is_cancelled }, now, action }: Props) {
  const state = timeState(start_time, end_time, now);
  const isLive = !is_cancelled && state === 'live';
  const isEnded = !is_cancelled && state === 'ended';
  // Another day is in the line with the times already.
  const soon = isSoon(start_time, now) ? dayPhrase(start_time, { now }) : null;
  const first = isEnded ? texts.ended : soon;
  return (
    <div className={styles.row}>
      <CalendarClock aria-hidden="true" />
      <span className={cx(styles.text, is_cancelled && styles.cancelled)}>
        {isLive ? (
          <span className={styles.live}>
            <LiveDot /> {texts.liveNow}
          </span>
        ) : (
          first !== null && <span className={styles.first}>{first}</span>
        )}
        <span className={isLive || first !== null ? styles.second : styles.whole}>
          {formatRange(start_time, end_time, { now })}
        </span>
        {action}
      </span>
    </div>
  );
}
