import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { useEffect, useRef, useState, useSyncExternalStore, type FocusEvent } from 'react';
import { createPortal } from 'react-dom';
import { cx } from '#web/lib/class-names.ts';
import { useShown } from '#web/lib/device/use-shown.ts';
import { focusHeading } from '#web/lib/navigation/focus-heading.ts';
import { useLostFocus } from '#web/lib/navigation/use-lost-focus.ts';
import { webClock } from '#web/lib/time/clock.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import * as texts from '#web/texts/ui.tsx';
import { dismissToast, listToasts, subscribeToasts, TOASTS, type Toast } from './toast-store.ts';
import styles from './toast.module.css';

const SHOWN_MS = 8_000;
const ICONS = { alert: CircleAlert, notice: CircleCheck };

/** Hand-made: a library would be a sixth of the first load. */
export function ToastList() {
  const toasts = useSyncExternalStore(subscribeToasts, listToasts);
  // Above an open dialog, which hides all from a screen reader that is not live; each toast speaks for itself.
  return createPortal(
    <div className={styles.region} aria-live="off" {...{ [TOASTS]: '' }}>
      {toasts.map((toast) => (
        <ToastView key={toast.id} toast={toast} />
      ))}
    </div>,
    document.body,
  );
}

function ToastView({ toast }: { toast: Toast }) {
  const [held, setHeld] = useState(false);
  const shown = useShown();
  // What can be done about it is done in anybody's own time.
  const stays = held || !shown || toast.action !== undefined;
  useEffect(() => {
    if (stays) return;
    return webClock.after(SHOWN_MS, () => dismissToast(toast.id));
  }, [stays, toast.id]);
  const box = useRef<HTMLDivElement>(null);
  const from = useRef<EventTarget>(null);
  const onFocus = ({ currentTarget, relatedTarget }: FocusEvent) => {
    setHeld(true);
    if (!currentTarget.contains(relatedTarget)) from.current = relatedTarget;
  };
  // Back to where it was, in a dialog perhaps.
  useLostFocus(box, () => {
    const last = from.current;
    if (last instanceof HTMLElement && last.isConnected)
      queueMicrotask(() => last.focus({ preventScroll: true }));
    else focusHeading();
  });
  const Icon = ICONS[toast.tone];
  return (
    <div
      ref={box}
      className={cx(styles.toast, styles[toast.tone])}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={onFocus}
      onBlur={() => setHeld(false)}
    >
      <Icon className={styles.icon} aria-hidden="true" />
      <p role={toast.tone === 'alert' ? 'alert' : 'status'}>{toast.text}</p>
      {toast.action && (
        <Button
          variant="secondary"
          size="small"
          onClick={() => {
            toast.action?.run();
            dismissToast(toast.id);
          }}
        >
          {toast.action.label}
        </Button>
      )}
      <IconButton
        label={texts.dismiss}
        className={styles.close ?? ''}
        icon={<X aria-hidden="true" />}
        onClick={() => dismissToast(toast.id)}
      />
    </div>
  );
}
