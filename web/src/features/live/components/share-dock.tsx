import { EyeOff, Radio } from 'lucide-react';
import { useState } from 'react';
import type { LiveEvent } from '#web/live/live-store.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { VisuallyHidden } from '#web/ui/text/visually-hidden.tsx';
import * as texts from '#web/texts/live.tsx';
import { LazyConsentDialog } from './lazy-consent-dialog.tsx';
import styles from './share-dock.module.css';
import { useOwnSharing } from './use-own-sharing.ts';

/** The way to share, in sight at each height (LIVE-01, LIVE-14). Quiet where something else is the first action. */
export function ShareDock({ live, isQuiet }: { live: LiveEvent; isQuiet: boolean }) {
  const [isAsking, setIsAsking] = useState(false);
  const { sharing } = useOwnSharing(live.page);
  const mayShare = !sharing && live.mayShare === true;
  return (
    <>
      {mayShare && (
        <div className={styles.dock}>
          <p className={styles.words}>
            <EyeOff aria-hidden="true" />
            <span>
              {texts.notSharing}
              <VisuallyHidden>{texts.friendsCannotSeeYouYet}</VisuallyHidden>
            </span>
          </p>
          <Button
            size="small"
            variant={isQuiet ? 'secondary' : 'primary'}
            icon={<Radio aria-hidden="true" />}
            onClick={() => setIsAsking(true)}
          >
            {texts.shareWhereIAm}
          </Button>
        </div>
      )}
      <LazyConsentDialog open={isAsking} onClose={() => setIsAsking(false)} live={live} />
    </>
  );
}
