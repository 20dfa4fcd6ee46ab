import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router';
import { LiveDot } from '#web/ui/live-dot.tsx';
import type { NextUp } from './next-up.ts';
import styles from './next-up-link.module.css';

/** The way to what is on or next, where the eye falls first: what, when and, where the viewer's place is known, how far. */
export function NextUpLink({ next, away }: { next: NextUp; away: string | null }) {
  return (
    <Link to={`/event/${next.event.id}`} className={styles.link}>
      {next.isLive && <LiveDot />}
      <span className={styles.text}>
        <bdi>{next.text}</bdi> {away !== null && <span className={styles.away}>{away}</span>}
      </span>
      <ChevronRight aria-hidden="true" />
    </Link>
  );
}
