import { LocateFixed, LocateOff } from 'lucide-react';
import { coarseStep, deniedSteps } from '#web/live/permission-help.ts';
import { ownPosition, type OwnPosition } from '#web/live/own-position.ts';
import { formatDistance } from '#web/lib/geo/geodesy.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import styles from './own-place.module.css';

const Ask = ({ children }: { children: string }) => (
  <Button variant="secondary" size="small" onClick={() => ownPosition.ask()}>
    {children}
  </Button>
);

/** Why distances are missing, and what to do; empty if nothing is wrong. Source: LIVE-08. */
export function OwnPlace({ own, isGuest = false }: { own: OwnPosition; isGuest?: boolean }) {
  switch (own.status) {
    case 'unknown':
      return null;
    case 'unasked':
      return (
        <div className={styles.note}>
          <LocateFixed aria-hidden="true" />
          <div className={styles.words}>
            <p className={styles.title}>{isGuest ? 'How far is it?' : 'How far are your friends?'}</p>
            <p>
              To work that out, Hereabouts needs your location, which stays on this device
              {isGuest ? '' : ' unless you share it'}. Your browser will ask you next.
            </p>
            <Ask>Use my location</Ask>
          </div>
        </div>
      );
    case 'asking':
      return (
        <p className={styles.quiet} role="status">
          Waiting for your location. If your browser asks, choose Allow.
        </p>
      );
    case 'searching':
      return (
        <p className={styles.quiet} role="status">
          Your device is finding your location. It is quicker outdoors or near a window.
        </p>
      );
    case 'denied':
      return (
        <div className={styles.note} role="status">
          <LocateOff aria-hidden="true" />
          <div className={styles.words}>
            <p className={styles.title}>Location is blocked for this site</p>
            <DeniedSteps />
            <Ask>Try again</Ask>
          </div>
        </div>
      );
    case 'insecure':
      return (
        <div className={styles.note} role="status">
          <LocateOff aria-hidden="true" />
          <div className={styles.words}>
            <p className={styles.title}>This page was not opened over HTTPS</p>
            <p>
              Browsers only share your location with secure pages. Whoever runs this server can start it with{' '}
              <code>npm run phone</code> and give you its https address.
            </p>
          </div>
        </div>
      );
    case 'unsupported':
      return <p className={styles.quiet}>This device cannot tell where it is, so distances are not shown.</p>;
    case 'found':
      return own.isCoarse && own.fix ? (
        <div className={styles.note} role="status">
          <LocateFixed aria-hidden="true" />
          <div className={styles.words}>
            <p className={styles.title}>
              Your location is known only within {formatDistance(own.fix.accuracyM)}
            </p>
            <p>Precise location is probably off. {coarseStep()}</p>
          </div>
        </div>
      ) : null;
  }
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
