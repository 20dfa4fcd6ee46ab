import { CalendarOff, Lock } from 'lucide-react';
import { ButtonLink } from '#web/ui/buttons/button.tsx';
import { EmptyState } from './empty-state.tsx';

type Props = {
  eventId: number;
  /** What the viewer is told. */
  message: string;
  /** Because of what became of the event, not of who the viewer is. */
  isOver?: boolean;
};

/** What somebody who can see an event cannot do with it. Source: EVF-13, INV-07. */
export function EventRefused({ eventId, message, isOver = false }: Props) {
  return (
    <div role="alert">
      <EmptyState
        icon={isOver ? <CalendarOff aria-hidden="true" /> : <Lock aria-hidden="true" />}
        title={message}
        action={
          <ButtonLink to={`/event/${eventId}`} variant="secondary">
            Back to Event
          </ButtonLink>
        }
      />
    </div>
  );
}
