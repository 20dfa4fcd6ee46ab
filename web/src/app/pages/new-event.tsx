import { useSearchParams } from 'react-router';
import { NewEventPage } from '#web/features/events/event-form-page.tsx';
import { useViewerId } from '#web/auth/use-session.ts';

const EVENT_ID = /^[1-9]\d{0,14}$/;

export function NewEvent() {
  const viewerId = useViewerId();
  const from = useSearchParams()[0].get('from') ?? '';
  return <NewEventPage viewerId={viewerId} from={EVENT_ID.test(from) ? Number(from) : null} />;
}
