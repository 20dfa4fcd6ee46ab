import { LocateFixed, LocateOff } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { coarseStep, deniedSteps } from '#web/live/permission-help.ts';
import { ownPosition, type OwnPosition } from '#web/live/own-position.ts';
import { formatDistance } from '#web/lib/geo/geodesy.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import * as texts from '#web/texts/live.tsx';
import * as recurring from '#web/texts/recurring.ts';
import styles from './own-position-note.module.css';

const ASK_ID = 'use-my-location';

/** Nobody is asked before this explanation (LIVE-08). A sheet rises for what has the focus. */
export const focusOwnPosition = (): void => document.getElementById(ASK_ID)?.focus();

/** Shown before the list, however long that is. */
export const isOwnPositionRefused = ({ status }: OwnPosition): boolean =>
  status === 'denied' || status === 'insecure';

const Ask = ({ children }: { children: string }) => (
  <Button id={ASK_ID} variant="secondary" size="small" onClick={() => ownPosition.ask()}>
    {children}
  </Button>
);

/** Empty if nothing is wrong. Source: LIVE-08. */
export function OwnPositionNote({ own, isAnonymous = false }: { own: OwnPosition; isAnonymous?: boolean }) {
  switch (own.status) {
    case 'unknown':
      return null;
    case 'unasked':
      return (
        <div className={styles.note}>
          <LocateFixed aria-hidden="true" />
          <div className={styles.words}>
            <p className={styles.title}>{isAnonymous ? texts.howFarIsIt : texts.howFarAreYourFriends}</p>
            <p>{texts.distanceNeedsLocation(isAnonymous ? '' : texts.unlessYouShareIt)}</p>
            <Ask>{texts.locateMe}</Ask>
          </div>
        </div>
      );
    case 'asking':
      return (
        <p className={styles.quiet} role="status">
          {texts.waitingForLocation}
        </p>
      );
    case 'searching':
      return (
        <p className={styles.quiet} role="status">
          {texts.findingLocation}
        </p>
      );
    case 'denied':
      return (
        <Refused title={texts.locationIsBlockedTitle}>
          <DeniedSteps />
          <Ask>{recurring.tryAgain}</Ask>
        </Refused>
      );
    case 'insecure':
      return (
        <Refused title={texts.insecurePageTitle}>
          <p>{texts.secureAddressNeeded(<code>{texts.httpsPrefix}</code>)}</p>
        </Refused>
      );
    case 'unsupported':
      return <p className={styles.quiet}>{texts.noLocationNoDistances}</p>;
    case 'found':
      return own.isCoarse && own.fix ? (
        <div className={styles.note} role="status">
          <LocateFixed aria-hidden="true" />
          <div className={styles.words}>
            <p className={styles.title}>{texts.locationKnownWithin(formatDistance(own.fix.accuracyM))}</p>
            <p>{texts.preciseLocationOff(coarseStep())}</p>
          </div>
        </div>
      ) : null;
  }
}

/** Scrolls into sight also where the question was asked further down. */
function Refused({ title, children }: { title: string; children: ReactNode }) {
  const note = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // What it returns is not for React: newer browsers give a promise.
    note.current?.scrollIntoView({ block: 'start' });
  }, []);
  return (
    <div ref={note} className={styles.note} role="status">
      <LocateOff aria-hidden="true" />
      <div className={styles.words}>
        <p className={styles.title}>{title}</p>
        {children}
      </div>
    </div>
  );
}

export function DeniedSteps() {
  return (
    <ol className={styles.steps}>
      {deniedSteps().map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ol>
  );
}
