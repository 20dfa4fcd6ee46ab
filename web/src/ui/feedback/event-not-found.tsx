import { CalendarX2 } from 'lucide-react';
import { Button, ButtonLink } from '#web/ui/buttons/button.tsx';
import * as recurring from '#web/texts/recurring.ts';
import * as texts from '#web/texts/ui.tsx';
import { EmptyState } from './empty-state.tsx';

type Props = { onRetry?: (() => unknown) | undefined; retrying?: boolean };

/** Also for what the viewer may not see. Source: EVD-01. @param onRetry where the event could not be read (ERR-05) */
export function EventNotFound({ onRetry, retrying }: Props) {
  return (
    <EmptyState
      icon={<CalendarX2 aria-hidden="true" />}
      title={recurring.eventNotFound}
      action={
        <>
          {onRetry && (
            <Button
              variant="secondary"
              busy={retrying ?? false}
              busyLabel={texts.retrying}
              onClick={() => void onRetry()}
            >
              {texts.retry}
            </Button>
          )}
          <ButtonLink to="/" variant="secondary">
            {recurring.backToHome}
          </ButtonLink>
        </>
      }
    >
      {texts.eventNotFound}
    </EmptyState>
  );
}
