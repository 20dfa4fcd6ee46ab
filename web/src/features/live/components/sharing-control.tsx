import { Radio } from 'lucide-react';
import { useState } from 'react';
import { accuracyText } from '#web/lib/way.ts';
import type { LiveEvent } from '#web/live/live-store.ts';
import { useStopSharing } from '#web/live/queries.ts';
import { useSharings } from '#web/live/sharing-query.ts';
import { Button } from '#web/ui/button.tsx';
import { lazyDialog } from '#web/ui/lazy-dialog.tsx';
import styles from './sharing-control.module.css';

const ConsentDialog = lazyDialog(() => import('./consent-dialog.tsx').then((module) => module.ConsentDialog));

/** Off until the person switches it on, for this event and from this device (LIVE-01). */
export function SharingControl({ live }: { live: LiveEvent }) {
  const [isAsking, setIsAsking] = useState(false);
  const { page, own } = live;
  const eventId = page.event.id;
  const { data: sharings } = useSharings();
  // The list is told of every change; the page may have been read before.
  const sharing = sharings ? sharings.find(({ event }) => event.id === eventId) : page.sharing;
  const stop = useStopSharing(eventId);
  return (
    <div className={styles.card}>
      {sharing?.is_this_device ? (
        <p className={styles.on} role="status">
          <Radio aria-hidden="true" />
          {own.fix
            ? `Your friends see where you are, within ${accuracyText(own.fix.accuracyM)}.`
            : 'Your friends see that you share, but not yet where you are.'}
        </p>
      ) : null}
      {sharing && !sharing.is_this_device ? (
        <>
          <p className={styles.title}>Sharing from another device</p>
          <div className={styles.buttons}>
            <Button
              variant="secondary"
              busy={stop.isPending}
              busyLabel="Stopping..."
              onClick={() => stop.mutate()}
            >
              Stop
            </Button>
            <Button onClick={() => setIsAsking(true)}>Share from this device</Button>
          </div>
        </>
      ) : null}
      {!sharing && page.may_share ? (
        <>
          <p className={styles.title}>Your friends cannot see you yet</p>
          <Button wide icon={<Radio aria-hidden="true" />} onClick={() => setIsAsking(true)}>
            Share where I am
          </Button>
        </>
      ) : null}
      {!sharing && !page.may_share ? (
        <p className={styles.title}>Answer Going or Maybe to share where you are.</p>
      ) : null}
      <ConsentDialog open={isAsking} onClose={() => setIsAsking(false)} live={live} />
    </div>
  );
}
