import { useParams } from 'react-router';
import { EventNotFound } from '#web/ui/feedback/event-not-found.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { Page } from '#web/ui/layout/page.tsx';
import * as recurring from '#web/texts/recurring.ts';

export function NoEvent() {
  return (
    <Page title={recurring.eventNotFound} width="wide">
      <PageHeader title={recurring.event} backTo="/" backLabel={recurring.backToHome} />
      <EventNotFound />
    </Page>
  );
}

/** Null where the address is of no event. */
export function useEventParam(): number | null {
  const { eventId = '' } = useParams();
  const id = Number(eventId);
  return /^[1-9]\d*$/.test(eventId) && Number.isSafeInteger(id) ? id : null;
}
