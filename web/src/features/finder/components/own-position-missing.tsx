import { LocateFixed, LocateOff } from 'lucide-react';
import { ownPosition, type OwnStatus } from '#web/live/own-position.ts';
import { deniedSteps } from '#web/live/permission-help.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Spinner } from '#web/ui/feedback/spinner.tsx';
import * as texts from '#web/texts/finder.tsx';
import * as recurring from '#web/texts/recurring.ts';
import { ToMap } from './not-finding.tsx';
import styles from './own-position-missing.module.css';

type Props = { status: OwnStatus; purpose: string; eventId: number };

/** The map does not need the position. Source: LIVE-08. */
export function OwnPositionMissing({ status, purpose, eventId }: Props) {
  switch (status) {
    case 'unasked':
      return (
        <EmptyState
          icon={<LocateFixed aria-hidden="true" />}
          title={texts.whereAreYou}
          action={<Button onClick={() => ownPosition.ask()}>{texts.locateMe}</Button>}
        >
          {texts.browserAsksFor(purpose)}
        </EmptyState>
      );
    case 'denied':
      return (
        <div role="status">
          <EmptyState icon={<LocateOff aria-hidden="true" />} title={texts.locationBlocked}>
            {texts.allowItFor(purpose)}
          </EmptyState>
          <ol className={styles.steps}>
            {deniedSteps().map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
          <div className={styles.actions}>
            <Button onClick={() => ownPosition.ask()}>{recurring.tryAgain}</Button>
            <ToMap eventId={eventId} />
          </div>
        </div>
      );
    case 'insecure':
      return (
        <EmptyState
          icon={<LocateOff aria-hidden="true" />}
          title={texts.insecurePageTitle}
          action={<ToMap eventId={eventId} />}
        >
          {texts.locationNeedsSecurePage}
        </EmptyState>
      );
    case 'unsupported':
      return (
        <EmptyState
          icon={<LocateOff aria-hidden="true" />}
          title={texts.noLocationOnDevice}
          action={<ToMap eventId={eventId} />}
        >
          {texts.liveMapShowsFriends}
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
            label={status === 'searching' ? texts.stillFindingLocation : texts.findingWhereYouAre}
          />
        </div>
      );
  }
}
