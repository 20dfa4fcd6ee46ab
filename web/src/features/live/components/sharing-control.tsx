import { useState } from 'react';
import type { LiveEvent } from '#web/live/live-store.ts';
import { stopOutbox } from '#web/live/stopping.ts';
import { heldText, WHEN_IT_WORKS } from '#web/live/live-texts.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import * as texts from '#web/texts/live.tsx';
import { LazyConsentDialog } from './lazy-consent-dialog.tsx';
import styles from './sharing-control.module.css';
import { useOwnSharing } from './use-own-sharing.ts';

/** What the sharing bar has no room for. ShareDock starts sharing. */
export function SharingControl({ live }: { live: LiveEvent }) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <OwnSharing live={live} onAsk={() => setIsAsking(true)} />
      <LazyConsentDialog open={isAsking} onClose={() => setIsAsking(false)} live={live} />
    </>
  );
}

function OwnSharing({ live, onAsk }: { live: LiveEvent; onAsk: () => void }) {
  const { page } = live;
  const eventId = page.event.id;
  const { sharing, stopState } = useOwnSharing(page);
  if (sharing?.is_this_device) {
    return stopState === null ? (
      <p className={styles.note}>
        <span role="status">
          {live.connection === 'joined'
            ? heldText(live.ownFixedAtMs, live.nowMs)
            : texts.connectingFriendsSeeLastLocation}
        </span>{' '}
        <span>{WHEN_IT_WORKS}</span>
      </p>
    ) : null;
  }
  if (sharing) {
    return (
      <div className={styles.card}>
        <p className={styles.title}>{texts.sharingFromAnotherDevice}</p>
        <div className={styles.buttons}>
          <Button
            variant="secondary"
            busy={stopState === 'sending'}
            busyLabel={texts.stopping}
            onClick={() => stopOutbox.stop(eventId, sharing.started_at)}
          >
            {texts.stop}
          </Button>
          <Button onClick={onAsk}>{texts.shareFromThisDevice}</Button>
        </div>
      </div>
    );
  }
  return live.mayShare !== false ? null : <p className={styles.title}>{texts.answerGoingOrMaybeToShare}</p>;
}
