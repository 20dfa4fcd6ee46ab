import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';

type Props = {
  open: boolean;
  busy: boolean;
  onConfirm: () => void;
  onCancel: () => void;
  onClosed?: () => void;
};

/** Asks before an event is cancelled for good (SAFE-04). */
export function CancelDialog(props: Props) {
  return (
    <ConfirmDialog
      {...props}
      title="Cancel this event?"
      confirmLabel="Cancel event"
      cancelLabel="Keep event"
      busyLabel="Cancelling..."
      danger
    >
      Guests are told, and it reads “Cancelled” everywhere. Answers, invitations and live sharing end; the
      chat can still be read. This cannot be undone.
    </ConfirmDialog>
  );
}
