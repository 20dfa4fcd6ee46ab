import { NotificationsPage } from '#web/features/notifications/notifications-page.tsx';
import { lazyComponent } from '#web/ui/feedback/lazy-component.tsx';
import * as recurring from '#web/texts/recurring.ts';

const later = { loading: null, failedTitle: recurring.couldNotLoadThisPart };
const loadInvitation = () =>
  import('#web/features/events/components/invitation-answer.tsx').then((module) => module.InvitationAnswer);
const loadRequest = () =>
  import('#web/features/friendships/components/request-answer.tsx').then((module) => module.RequestAnswer);
const InvitationAnswer = lazyComponent(loadInvitation, later);
const RequestAnswer = lazyComponent(loadRequest, later);
for (const load of [loadInvitation, loadRequest]) load().catch(() => {});

export function Notifications() {
  return (
    <NotificationsPage
      renderInvitation={(event) => <InvitationAnswer event={event} />}
      renderRequest={(request) => <RequestAnswer {...request} />}
    />
  );
}
