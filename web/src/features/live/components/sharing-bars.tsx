import type { Sharing } from '@hereabouts/contract/sharing';
import { useServerNow } from '#web/live/server-clock.ts';
import * as texts from '#web/texts/live.tsx';
import { SharingBar } from './sharing-bar.tsx';
import styles from './sharing-bar.module.css';

/** The end comes by the server's clock, to the second. */
const TICK_MS = 1_000;

export function SharingBars({ sharings }: { sharings: readonly Sharing[] }) {
  const nowMs = useServerNow(TICK_MS);
  const running = sharings.filter(({ until }) => Date.parse(until) > nowMs);
  if (running.length === 0) return null;
  return (
    <section className={styles.bars} aria-label={texts.sharingWhereYouAre}>
      {running.map((sharing) => (
        <SharingBar key={sharing.event.id} sharing={sharing} isOneOfMany={running.length > 1} />
      ))}
    </section>
  );
}
