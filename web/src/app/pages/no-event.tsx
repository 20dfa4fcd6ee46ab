import { EventNotFound } from '#web/ui/event-not-found.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Page } from '#web/ui/page.tsx';

/** An address that no event can have. */
export function NoEvent() {
  return (
    <Page title="Event Not Found" width="wide">
      <PageHeader title="Event" backTo="/" backLabel="Back to home" />
      <EventNotFound />
    </Page>
  );
}
