import { CalendarX2 } from 'lucide-react';
import { ButtonLink } from './button.tsx';
import { EmptyState } from './empty-state.tsx';

/** What does not exist, and what the viewer may not see. Source: EVD-01. */
export function EventNotFound() {
  return (
    <EmptyState
      icon={<CalendarX2 aria-hidden="true" />}
      title="Event Not Found"
      action={
        <ButtonLink to="/" variant="secondary">
          Back to home
        </ButtonLink>
      }
    >
      Sorry, this event doesn't exist or has been removed.
    </EmptyState>
  );
}
