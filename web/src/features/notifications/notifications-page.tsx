import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { Page } from '#web/ui/layout/page.tsx';
import { DevicePush } from './components/device-push.tsx';
import { NotificationList } from './components/notification-list.tsx';

/** What others did that concerns the viewer. Source: NOTE-01. */
export function NotificationsPage() {
  return (
    <Page title="Notifications">
      <PageHeader title="Notifications" backTo="/" backLabel="Back to home" />
      <DevicePush />
      <NotificationList />
    </Page>
  );
}
