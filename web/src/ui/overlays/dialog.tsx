import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import styles from './dialog.module.css';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import { useCloseRequest } from './use-close-request.ts';

type Props = {
  open: boolean;
  onClose: () => void;
  title: string;
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons, the main one last. */
  footer?: ReactNode;
  /** What takes the focus on opening, where it is not the first control. */
  initialFocus?: RefObject<HTMLElement | null>;
  /** What takes the focus once closed, where it is not what opened the dialog: null for that. */
  finalFocus?: () => HTMLElement | null;
};

/** A modal: a sheet from the thumb's edge on phones, a box in the middle elsewhere. */
export function Dialog({
  open,
  onClose,
  title,
  description,
  children,
  footer,
  initialFocus,
  finalFocus,
}: Props) {
  useCloseRequest(open, onClose);
  return (
    <BaseDialog.Root open={open} onOpenChange={(next) => (next ? undefined : onClose())}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className={styles.backdrop} />
        <BaseDialog.Viewport className={styles.viewport}>
          <BaseDialog.Popup
            className={styles.popup}
            {...(initialFocus ? { initialFocus } : {})}
            {...(finalFocus ? { finalFocus: () => finalFocus() ?? true } : {})}
          >
            <div className={styles.header}>
              <BaseDialog.Title className={styles.title}>{title}</BaseDialog.Title>
              <BaseDialog.Close render={<IconButton label="Close" icon={<X aria-hidden="true" />} />} />
            </div>
            <div className={styles.body}>
              {description ? (
                <BaseDialog.Description className={styles.description}>{description}</BaseDialog.Description>
              ) : null}
              {children}
            </div>
            {footer ? <div className={styles.footer}>{footer}</div> : null}
          </BaseDialog.Popup>
        </BaseDialog.Viewport>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}
