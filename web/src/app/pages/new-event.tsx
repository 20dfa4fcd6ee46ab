import { NewEventPage } from '#web/features/events/event-form-page.tsx';
import { useViewerId } from '../viewer.ts';

export function NewEvent() {
  return <NewEventPage viewerId={useViewerId()} />;
}
