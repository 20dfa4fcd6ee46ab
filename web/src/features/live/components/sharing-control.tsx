import { Radio } from 'lucide-react';
import { useState } from 'react';
import type { LiveEvent } from '#web/live/live-store.ts';
import { useSharings } from '#web/live/sharing-query.ts';
import { stopOutbox, useStopState } from '#web/live/stopping.ts';
import { heldText, WHEN_IT_WORKS } from '#web/live/live-texts.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { lazyDialog } from '#web/ui/overlays/lazy-dialog.tsx';
import styles from './sharing-control.module.css';

const ConsentDialog = lazyDialog(() => import('./consent-dialog.tsx').then((module) => module.ConsentDialog));

/** Off until the person switches it on, for this event and from this device (LIVE-01). */
export function SharingControl({ live }: { live: LiveEvent }) {
  const [isAsking, setIsAsking] = useState(false);
  const { page, own } = live;
  const eventId = page.event.id;
  const { data: sharings } = useSharings();
  // The list is updated by every change; the page may be older.
  const sharing = sharings ? sharings.find(({ event }) => event.id === eventId) : page.sharing;
  const stopState = useStopState(eventId);
  return (
    <div className={styles.card}>
      {sharing?.is_this_device && stopState === null ? (
        <p className={styles.on} role="status">
          <Radio aria-hidden="true" />
          {live.connection === 'joined'
            ? heldText(live.ownFixedAtMs, live.nowMs, own.fix?.accuracyM ?? null)
            : 'Connecting: your friends may see where you were last.'}
        </p>
      ) : null}
      {sharing?.is_this_device && stopState === null ? <p className={styles.note}>{WHEN_IT_WORKS}</p> : null}
      {sharing && !sharing.is_this_device ? (
        <>
          <p className={styles.title}>Sharing from another device</p>
          <div className={styles.buttons}>
            <Button
              variant="secondary"
              busy={stopState === 'sending'}
              busyLabel="Stopping..."
              onClick={() => stopOutbox.stop(eventId, sharing.started_at)}
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
