import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { Page } from '#web/ui/layout/page.tsx';
import { lazyPart } from '#web/ui/feedback/lazy-part.tsx';
import * as recurring from '#web/texts/recurring.ts';
import * as texts from '#web/texts/notifications.tsx';
import { NotificationList } from './components/notification-list.tsx';
import type { RenderAnswers } from './answers.ts';

const DevicePush = lazyPart(() => import('./components/device-push.tsx').then((part) => part.DevicePush), {
  loading: null,
  failedTitle: recurring.couldNotLoadThisPart,
});

/** What others did that concerns the viewer. Source: NOTE-01, NOTE-03. */
export function NotificationsPage(answers: RenderAnswers) {
  return (
    <Page title={texts.notifications}>
      <PageHeader title={texts.notifications} backTo="/" backLabel={recurring.backToHome} />
      <DevicePush />
      <NotificationList {...answers} />
    </Page>
  );
}
