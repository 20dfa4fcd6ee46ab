import { Drawer } from '@base-ui/react/drawer';
import { X } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import { prefersReducedMotion } from '#web/lib/device/reduced-motion.ts';
import { isOnToast } from '#web/ui/feedback/toast-store.ts';
import * as recurring from '#web/texts/recurring.ts';
import styles from './dialog.module.css';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import { DialogTitle, type DialogTitleProps } from './dialog-title.tsx';
import { useCloseRequest } from './use-close-request.ts';

type Props = DialogTitleProps & {
  open: boolean;
  onClose: () => void;
  /** Nothing closes it: what cannot be called off is on its way. */
  locked?: boolean;
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons, the main one last. */
  footer?: ReactNode;
  /** Takes the focus on opening; by default the first control does. */
  initialFocus?: RefObject<HTMLElement | null>;
  /** Gives what takes the focus once closed; null, and by default: what opened the dialog. */
  finalFocus?: () => HTMLElement | null;
};

/** As in dialog.module.css. */
const SHEET = '(width < 576px)';

/** A modal: on phones a bottom sheet, closed by pulling down; elsewhere a box in the middle. */
export function Dialog({
  open,
  onClose,
  locked = false,
  title,
  person,
  description,
  children,
  footer,
  initialFocus,
  finalFocus,
}: Props) {
  const close = locked ? () => {} : onClose;
  useCloseRequest(open, close);
  return (
    <Drawer.Root
      open={open}
      onOpenChange={(next, { event }) => (next || isOnToast(event) ? undefined : close())}
    >
      <Drawer.Portal>
        <Drawer.Backdrop className={styles.backdrop} />
        <Drawer.Viewport className={styles.viewport}>
          <Drawer.Popup
            className={styles.popup}
            {...(isPulled() && !locked ? {} : { 'data-base-ui-swipe-ignore': '' })}
            {...(initialFocus ? { initialFocus } : {})}
            {...(finalFocus ? { finalFocus: () => finalFocus() ?? true } : {})}
          >
            <span className={styles.grip} aria-hidden="true" />
            <div className={styles.header}>
              <Drawer.Title className={styles.title}>
                <DialogTitle title={title} person={person} />
              </Drawer.Title>
              <Drawer.Close
                aria-disabled={locked || undefined}
                render={<IconButton label={recurring.close} icon={<X aria-hidden="true" />} />}
              />
            </div>
            <Drawer.Content className={styles.body}>
              {description ? (
                <Drawer.Description className={styles.description}>{description}</Drawer.Description>
              ) : null}
              {children}
            </Drawer.Content>
            {footer ? <div className={styles.footer}>{footer}</div> : null}
          </Drawer.Popup>
        </Drawer.Viewport>
      </Drawer.Portal>
    </Drawer.Root>
  );
}

const isPulled = () => matchMedia(SHEET).matches && !prefersReducedMotion();
