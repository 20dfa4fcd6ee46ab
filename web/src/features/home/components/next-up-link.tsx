import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router';
import { cx } from '#web/lib/class-names.ts';
import { LiveDot } from '#web/ui/indicators/live-dot.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import type { NextUp } from './next-up.ts';
import styles from './next-up-link.module.css';

/** The running or next event at the top: what, when and, with a position, how far. */
export function NextUpLink({ next, away }: { next: NextUp; away: string | null }) {
  return (
    <Link to={`/event/${next.event.id}`} className={cx(styles.link, styles.room)}>
      {next.isLive && <LiveDot />}
      <span className={styles.text}>
        <bdi className={styles.title}>{next.event.title}</bdi> {next.when}{' '}
        {away !== null && <span className={styles.away}>{away}</span>}
      </span>
      <ChevronRight aria-hidden="true" />
    </Link>
  );
}

/** As large as the link, so that nothing below jumps when it is known what comes next. */
export const NextUpLoading = () => <Skeleton shape="block" className={styles.room ?? ''} />;

export const NothingNext = () => (
  <Link to="/new-event" className={cx(styles.link, styles.room)}>
    <span className={styles.text}>
      <span className={styles.title}>Nothing planned yet.</span> Plan something.
    </span>
    <ChevronRight aria-hidden="true" />
  </Link>
);
