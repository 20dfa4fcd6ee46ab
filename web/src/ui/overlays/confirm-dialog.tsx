import { AlertDialog } from '@base-ui/react/alert-dialog';
import { useRef, type ReactNode } from 'react';
import { Button } from '#web/ui/buttons/button.tsx';
import { isOnToast } from '#web/ui/feedback/toast-store.ts';
import * as recurring from '#web/texts/recurring.ts';
import { DialogTitle, type DialogTitleProps } from './dialog-title.tsx';
import styles from './dialog.module.css';
import { useCloseRequest } from './use-close-request.ts';

type Props = DialogTitleProps & {
  open: boolean;
  children?: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  danger?: boolean;
  /** What was confirmed is on its way: it cannot be called off any more, so nothing closes the dialog. */
  busy?: boolean;
  busyLabel?: string;
  onConfirm: () => void;
  onCancel: () => void;
  /** After the focus has returned, if it could. */
  onClosed?: () => void;
};

/** For what cannot be undone. The safe answer has the focus. */
export function ConfirmDialog(props: Props) {
  const {
    open,
    title,
    person,
    children,
    confirmLabel,
    cancelLabel = recurring.cancel,
    danger,
    busy = false,
    busyLabel,
  } = props;
  const close = busy ? () => {} : props.onCancel;
  useCloseRequest(open, close);
  const cancel = useRef<HTMLButtonElement>(null);
  return (
    <AlertDialog.Root
      open={open}
      onOpenChange={(next, { event }) => (next || isOnToast(event) ? undefined : close())}
      onOpenChangeComplete={(next) => (next ? undefined : props.onClosed?.())}
    >
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={styles.backdrop} />
        <AlertDialog.Viewport className={styles.viewport}>
          <AlertDialog.Popup className={styles.popup} initialFocus={cancel}>
            <div className={styles.header}>
              <AlertDialog.Title className={styles.title}>
                <DialogTitle title={title} person={person} />
              </AlertDialog.Title>
            </div>
            {children ? (
              <div className={styles.body}>
                <AlertDialog.Description className={styles.description} render={<div />}>
                  {children}
                </AlertDialog.Description>
              </div>
            ) : null}
            <div className={styles.footer}>
              <AlertDialog.Close
                render={
                  <Button variant="secondary" ref={cancel} locked={busy}>
                    {cancelLabel}
                  </Button>
                }
              />
              <Button
                variant={danger ? 'danger' : 'primary'}
                busy={busy}
                busyLabel={busyLabel}
                onClick={props.onConfirm}
              >
                {confirmLabel}
              </Button>
            </div>
          </AlertDialog.Popup>
        </AlertDialog.Viewport>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
