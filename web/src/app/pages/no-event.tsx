import { EventNotFound } from '#web/ui/feedback/event-not-found.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { Page } from '#web/ui/layout/page.tsx';

/** An address that no event can have. */
export function NoEvent() {
  return (
    <Page title="Event Not Found" width="wide">
      <PageHeader title="Event" backTo="/" backLabel="Back to home" />
      <EventNotFound />
    </Page>
  );
}
