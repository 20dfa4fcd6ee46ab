import { Lock } from 'lucide-react';
import { OFFLINE_TEXT } from '#web/lib/api/failure-text.ts';
import type { Live } from '#web/live/live-store.ts';
import { ButtonLink } from '#web/ui/buttons/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { EventNotFound } from '#web/ui/feedback/event-not-found.tsx';
import { Spinner } from '#web/ui/feedback/spinner.tsx';
import * as recurring from '#web/texts/recurring.ts';
import { FinderFrame } from './not-finding.tsx';

type Props = { live: Exclude<Live, { status: 'ready' }>; eventId: number; title: string };

export function NotReady({ live, eventId, title }: Props) {
  if (live.status === 'loading') return <Spinner page />;
  return (
    <FinderFrame eventId={eventId} title={title}>
      {live.status === 'missing' ? (
        <EventNotFound />
      ) : live.status === 'refused' ? (
        <Refused eventId={eventId} message={live.message} />
      ) : (
        <ErrorState onRetry={live.retry} retrying={live.isRetrying}>
          {live.isOffline ? OFFLINE_TEXT : null}
        </ErrorState>
      )}
    </FinderFrame>
  );
}

function Refused({ eventId, message }: { eventId: number; message: string }) {
  return (
    <EmptyState
      icon={<Lock aria-hidden="true" />}
      title={message}
      action={
        <ButtonLink to={`/event/${eventId}`} variant="secondary">
          {recurring.backToTheEvent}
        </ButtonLink>
      }
    />
  );
}
