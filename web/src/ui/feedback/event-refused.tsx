import { CalendarOff, Lock } from 'lucide-react';
import { ButtonLink } from '#web/ui/buttons/button.tsx';
import * as texts from '#web/texts/ui.tsx';
import { EmptyState } from './empty-state.tsx';

type Props = {
  eventId: number;
  message: string;
  /** Because of what became of the event, not of who the viewer is. */
  isOver?: boolean;
};

/** Refuses an action to a viewer of the event. Source: EVF-13, INV-07. */
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
