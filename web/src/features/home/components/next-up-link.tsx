import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router';
import { LiveDot } from '#web/ui/live-dot.tsx';
import type { NextUp } from './next-up.ts';
import styles from './next-up-link.module.css';

/** The way to what is on or next, where the eye falls first. */
export function NextUpLink({ next }: { next: NextUp }) {
  return (
    <Link to={`/event/${next.eventId}`} className={styles.link}>
      {next.isLive && <LiveDot />}
      <span className={styles.text}>
        <bdi>{next.text}</bdi>
      </span>
      <ChevronRight aria-hidden="true" />
    </Link>
  );
}
