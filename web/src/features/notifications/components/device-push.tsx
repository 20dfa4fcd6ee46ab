import { BellRing, Settings2 } from 'lucide-react';
import { useState } from 'react';
import { logError } from '#web/lib/log.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { failureText } from '#web/lib/api/failure-text.ts';
import { showAlert } from '#web/ui/feedback/toast-store.ts';
import { lazyDialog } from '#web/ui/overlays/lazy-dialog.tsx';
import { pushSupport, turnOn, type PushSupport } from '../device.ts';
import styles from './device-push.module.css';

const SettingsDialog = lazyDialog(() => import('./settings-dialog.tsx').then((part) => part.SettingsDialog));

const TEXTS: Record<Exclude<PushSupport, 'on'>, string> = {
  off: 'Invitations, changes to your events, reminders and chat messages reach you even when Hereabouts is closed. You choose which ones, and can stop at any time.',
  denied:
    'This browser is blocking notifications from Hereabouts. Allow them in its settings for this site, then open this page again.',
  install:
    'On an iPhone or iPad, notifications only work once Hereabouts is on your home screen: tap Share, then “Add to Home Screen”, and open it from there.',
  none: 'This browser cannot receive notifications.',
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
      showAlert(failureText('Could not turn on notifications. Please try again.'));
    } finally {
      setIsAsking(false);
    }
  };

  return (
    <section className={styles.section} aria-label="Notifications on this device">
      {support === 'on' ? null : <p className={styles.text}>{TEXTS[support]}</p>}
      <div className={styles.actions}>
        {support === 'off' ? (
          <Button
            icon={<BellRing aria-hidden="true" />}
            busy={isAsking}
            busyLabel="Waiting for your browser..."
            onClick={() => void ask()}
          >
            Get notifications on this device
          </Button>
        ) : null}
        <Button
          variant="secondary"
          icon={<Settings2 aria-hidden="true" />}
          aria-haspopup="dialog"
          onClick={() => setIsOpen(true)}
        >
          Notification settings
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
