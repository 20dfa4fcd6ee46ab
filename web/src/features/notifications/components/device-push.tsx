import { BellOff, BellRing, ChevronRight } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { Link } from 'react-router';
import { useIsAnonymous } from '#web/auth/use-session.ts';
import { logError } from '#web/lib/log.ts';
import { failureText } from '#web/lib/api/failure-text.ts';
import { focusHeading } from '#web/lib/navigation/focus-heading.ts';
import { useLostFocus } from '#web/lib/navigation/use-lost-focus.ts';
import { showAlert, showNotice } from '#web/ui/feedback/toast-store.ts';
import { lazyDialog } from '#web/ui/overlays/lazy-dialog.tsx';
import * as recurring from '#web/texts/recurring.ts';
import * as texts from '#web/texts/notifications.tsx';
import { installNeedsAccount } from '#web/texts/profile.tsx';
import { pushSupport, turnOn, type PushSupport } from '../device.ts';
import { useOwnPush } from '../settings-queries.ts';
import styles from './device-push.module.css';

const SettingsDialog = lazyDialog(() =>
  import('./settings-dialog.tsx').then((module) => module.SettingsDialog),
);

const TEXTS: Record<Exclude<PushSupport, 'on'>, string> = {
  off: texts.pushHelp,
  denied: texts.pushBlocked,
  install: texts.pushNeedsHomeScreen,
  none: texts.pushUnsupported,
};

export type DevicePushProps = { isSetting: boolean; onSet: () => void };

/** Source: PUSH-01, PUSH-02. */
export function DevicePush({ isSetting, onSet }: DevicePushProps) {
  const [support, setSupport] = useState(pushSupport);
  const isAnonymous = useIsAnonymous();
  // The server may have dropped a device that believes itself on.
  useOwnPush(support === 'on');

  return (
    <>
      {support === 'on' ? null : (
        <section aria-label={texts.notificationsOnThisDevice}>
          {support === 'off' ? (
            <Offer onAnswer={setSupport} />
          ) : (
            <div className={styles.offer}>
              <BellOff className={styles.sign} aria-hidden="true" />
              <p className={styles.text} role="status">
                {TEXTS[support]}{' '}
                {support === 'install' && isAnonymous
                  ? installNeedsAccount(
                      <Link to="/register?next=%2Fnotifications">{recurring.createAnAccount}</Link>,
                    )
                  : null}
              </p>
            </div>
          )}
        </section>
      )}
      <SettingsDialog
        open={isSetting}
        onClose={() => {
          onSet();
          setSupport(pushSupport());
        }}
      />
    </>
  );
}

function Offer({ onAnswer }: { onAnswer: (support: PushSupport) => void }) {
  const button = useRef<HTMLButtonElement>(null);
  useLostFocus(button, focusHeading);
  const [isAsking, setIsAsking] = useState(false);
  const id = useId();

  const ask = async () => {
    setIsAsking(true);
    try {
      const support = await turnOn();
      if (support === 'on') showNotice(texts.turnedOn);
      onAnswer(support);
    } catch (cause) {
      logError('notifications could not be turned on', cause);
      showAlert(failureText(texts.turnOnFailed));
    } finally {
      setIsAsking(false);
    }
  };

  return (
    <button
      ref={button}
      type="button"
      className={styles.offer}
      aria-labelledby={`${id}-name`}
      aria-describedby={`${id}-text`}
      aria-busy={isAsking || undefined}
      // Not disabled: it would lose the focus.
      aria-disabled={isAsking || undefined}
      onClick={isAsking ? undefined : () => void ask()}
    >
      <BellRing className={styles.sign} aria-hidden="true" />
      <span id={`${id}-name`} className={styles.name}>
        {isAsking ? texts.waitingForYourBrowser : texts.getNotificationsOnThisDevice}
      </span>
      <span id={`${id}-text`} className={styles.text}>
        {TEXTS.off}
      </span>
      <ChevronRight className={styles.go} aria-hidden="true" />
    </button>
  );
}
