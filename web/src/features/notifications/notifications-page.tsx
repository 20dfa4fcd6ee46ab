import { Settings } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { Page } from '#web/ui/layout/page.tsx';
import { lazyComponent } from '#web/ui/feedback/lazy-component.tsx';
import * as recurring from '#web/texts/recurring.ts';
import { notifications } from '#web/texts/every-page.ts';
import * as texts from '#web/texts/notifications.tsx';
import { NotificationList } from './components/notification-list.tsx';
import type { DevicePushProps } from './components/device-push.tsx';
import type { RenderAnswers } from './answers.ts';
import styles from './notifications-page.module.css';

const DevicePush = lazyComponent<DevicePushProps>(
  () => import('./components/device-push.tsx').then((module) => module.DevicePush),
  { loading: null, failedTitle: recurring.couldNotLoadThisPart },
);

/** Source: NOTE-01, NOTE-03. */
export function NotificationsPage(answers: RenderAnswers) {
  const [isSetting, setIsSetting] = useState(false);
  return (
    <Page title={notifications} className={styles.page ?? ''}>
      <PageHeader
        title={notifications}
        backTo="/"
        backLabel={recurring.backToHome}
        actions={
          <IconButton
            className={styles.settings}
            label={texts.notificationSettings}
            icon={<Settings aria-hidden="true" />}
            aria-haspopup="dialog"
            onClick={() => setIsSetting(true)}
          />
        }
      />
      <DevicePush isSetting={isSetting} onSet={() => setIsSetting(false)} />
      <NotificationList {...answers} />
    </Page>
  );
}
