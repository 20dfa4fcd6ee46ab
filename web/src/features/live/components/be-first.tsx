import { ChevronRight, Radio } from 'lucide-react';
import { useState } from 'react';
import type { LiveEvent } from '#web/live/live-store.ts';
import * as texts from '#web/texts/live.tsx';
import { LazyConsentDialog } from './lazy-consent-dialog.tsx';
import styles from './be-first.module.css';
import { useOwnSharing } from './use-own-sharing.ts';

export function BeFirst({ live }: { live: LiveEvent }) {
  const [isAsking, setIsAsking] = useState(false);
  const { sharing } = useOwnSharing(live.page);
  const isAnybodySharing = live.friends.some(({ isSharing }) => isSharing);
  const isOffered = !isAnybodySharing && live.friends.length > 0 && !sharing && live.mayShare === true;
  return (
    <>
      {isOffered && (
        <button type="button" className={styles.first} onClick={() => setIsAsking(true)}>
          <Radio aria-hidden="true" />
          {texts.beTheFirstOnTheMap}
          <ChevronRight aria-hidden="true" />
        </button>
      )}
      <LazyConsentDialog open={isAsking} onClose={() => setIsAsking(false)} live={live} />
    </>
  );
}
