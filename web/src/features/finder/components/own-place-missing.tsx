import { LocateFixed, LocateOff } from 'lucide-react';
import { ownPosition, type OwnStatus } from '#web/live/own-position.ts';
import { deniedSteps } from '#web/live/permission-help.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Spinner } from '#web/ui/feedback/spinner.tsx';
import { ToMap } from './not-finding.tsx';
import styles from './own-place-missing.module.css';

type Props = { status: OwnStatus; purpose: string; eventId: number };

/** What keeps this device from knowing where it is, and what to do about it; the map needs no own place. Source: LIVE-08. */
export function OwnPlaceMissing({ status, purpose, eventId }: Props) {
  switch (status) {
    case 'unasked':
      return (
        <EmptyState
          icon={<LocateFixed aria-hidden="true" />}
          title="Where are you?"
          action={<Button onClick={() => ownPosition.ask()}>Use my location</Button>}
        >
          {purpose} Your browser will ask you. Nobody else sees where you are unless you share it.
        </EmptyState>
      );
    case 'denied':
      return (
        <div role="status">
          <EmptyState icon={<LocateOff aria-hidden="true" />} title="Location is blocked for this site">
            {purpose} To allow it:
          </EmptyState>
          <ol className={styles.steps}>
            {deniedSteps().map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
          <div className={styles.actions}>
            <Button onClick={() => ownPosition.ask()}>Try again</Button>
            <ToMap eventId={eventId} />
          </div>
        </div>
      );
    case 'insecure':
      return (
        <EmptyState
          icon={<LocateOff aria-hidden="true" />}
          title="This page was not opened over HTTPS"
          action={<ToMap eventId={eventId} />}
        >
          Browsers only share your location with secure pages. Open this address with https.
        </EmptyState>
      );
    case 'unsupported':
      return (
        <EmptyState
          icon={<LocateOff aria-hidden="true" />}
          title="This device cannot tell where it is"
          action={<ToMap eventId={eventId} />}
        >
          The live map shows you where your friends are.
        </EmptyState>
      );
    case 'unknown':
    case 'asking':
    case 'searching':
    case 'found':
      return (
        <div className={styles.waiting}>
          <Spinner
            visible
            label={
              status === 'searching'
                ? 'Still looking for where you are. It helps to see the sky.'
                : 'Finding where you are...'
            }
          />
        </div>
      );
  }
}
