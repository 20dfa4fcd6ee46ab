import { BellRing, Settings2 } from 'lucide-react';
import { useState } from 'react';
import { logError } from '#web/lib/log.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { failureText } from '#web/lib/api/failure-text.ts';
import { showAlert } from '#web/ui/feedback/toast-store.ts';
import { lazyDialog } from '#web/ui/overlays/lazy-dialog.tsx';
import * as texts from '#web/texts/notifications.tsx';
import { pushSupport, turnOn, type PushSupport } from '../device.ts';
import styles from './device-push.module.css';

const SettingsDialog = lazyDialog(() => import('./settings-dialog.tsx').then((part) => part.SettingsDialog));

const TEXTS: Record<Exclude<PushSupport, 'on'>, string> = {
  off: texts.invitationsChangesToYourEventsReminders,
  denied: texts.thisBrowserIsBlockingNotificationsFrom,
  install: texts.onAnIPhoneOrIPadNotifications,
  none: texts.thisBrowserCannotReceiveNotifications,
};

/** Source: PUSH-01, PUSH-02. */
export function DevicePush() {
  const [support, setSupport] = useState(pushSupport);
  const [isAsking, setIsAsking] = useState(false);
  const [isOpen, setIsOpen] = useState(false);

  const ask = async () => {
    setIsAsking(true);
    try {
      setSupport(await turnOn());
    } catch (cause) {
      logError('notifications could not be turned on', cause);
      showAlert(failureText(texts.couldNotTurnOnNotificationsPlease));
    } finally {
      setIsAsking(false);
    }
  };

  return (
    <section className={styles.section} aria-label={texts.notificationsOnThisDevice}>
      {support === 'on' ? null : <p className={styles.text}>{TEXTS[support]}</p>}
      <div className={styles.actions}>
        {support === 'off' ? (
          <Button
            icon={<BellRing aria-hidden="true" />}
            busy={isAsking}
            busyLabel={texts.waitingForYourBrowser}
            onClick={() => void ask()}
          >
            {texts.getNotificationsOnThisDevice}
          </Button>
        ) : null}
        <Button
          variant="secondary"
          icon={<Settings2 aria-hidden="true" />}
          aria-haspopup="dialog"
          onClick={() => setIsOpen(true)}
        >
          {texts.notificationSettings}
        </Button>
      </div>
      <SettingsDialog
        open={isOpen}
        onClose={() => {
          setIsOpen(false);
          setSupport(pushSupport());
        }}
      />
    </section>
  );
}
