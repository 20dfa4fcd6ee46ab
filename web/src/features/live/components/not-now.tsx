import { CalendarX2, MapPinOff, UserRoundX } from 'lucide-react';
import { ButtonLink } from '#web/ui/buttons/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import * as recurring from '#web/texts/recurring.ts';
import * as texts from '#web/texts/live.tsx';

export function NotNow({ eventId, isCancelled }: { eventId: number; isCancelled: boolean }) {
  return (
    <EmptyState
      compact
      icon={isCancelled ? <CalendarX2 aria-hidden="true" /> : <MapPinOff aria-hidden="true" />}
      title={isCancelled ? texts.thisEventWasCancelled : texts.thisEventHasEnded}
      action={
        <ButtonLink to={`/event/${eventId}`} variant="secondary">
          {recurring.backToTheEvent}
        </ButtonLink>
      }
    >
      {texts.nobodySharesAnyMore}
    </EmptyState>
  );
}

/** For viewers who are not participants; `message` is the server's. */
export function Refused({ eventId, message }: { eventId: number; message: string }) {
  return (
    <EmptyState
      icon={<UserRoundX aria-hidden="true" />}
      title={message}
      action={
        <ButtonLink to={`/event/${eventId}`} variant="secondary">
          {recurring.backToTheEvent}
        </ButtonLink>
      }
    />
  );
}
