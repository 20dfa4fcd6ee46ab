import { CalendarOff, Lock } from 'lucide-react';
import { ButtonLink } from '#web/ui/buttons/button.tsx';
import * as texts from '#web/texts/ui.tsx';
import { EmptyState } from './empty-state.tsx';

type Props = {
  eventId: number;
  message: string;
  /** Refused because of the event's state, not the viewer. */
  isOver?: boolean;
};

/** Source: EVF-13, INV-07. */
export function EventRefused({ eventId, message, isOver = false }: Props) {
  return (
    <div role="alert">
      <EmptyState
        icon={isOver ? <CalendarOff aria-hidden="true" /> : <Lock aria-hidden="true" />}
        title={message}
        action={
          <ButtonLink to={`/event/${eventId}`} variant="secondary">
            {texts.backToEvent}
          </ButtonLink>
        }
      />
    </div>
  );
}
