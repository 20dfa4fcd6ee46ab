import { LocateFixed, LocateOff } from 'lucide-react';
import { ownPosition, type OwnStatus } from '#web/live/own-position.ts';
import { deniedSteps } from '#web/live/permission-help.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import styles from './own-place-missing.module.css';

/** What keeps this device from knowing where it is, and what to do about it. Source: LIVE-08. */
export function OwnPlaceMissing({ status, purpose }: { status: OwnStatus; purpose: string }) {
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
          <EmptyState
            icon={<LocateOff aria-hidden="true" />}
            title="Location is blocked for this site"
            action={
              <Button variant="secondary" onClick={() => ownPosition.ask()}>
                Try again
              </Button>
            }
          >
            {purpose} To allow it:
          </EmptyState>
          <ol className={styles.steps}>
            {deniedSteps().map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </div>
      );
    case 'insecure':
      return (
        <EmptyState icon={<LocateOff aria-hidden="true" />} title="This page was not opened over HTTPS">
          Browsers tell where a device is only to pages that are. Open this address with https.
        </EmptyState>
      );
    case 'unsupported':
      return (
        <EmptyState icon={<LocateOff aria-hidden="true" />} title="This device cannot tell where it is">
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
