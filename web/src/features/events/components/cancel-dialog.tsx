import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';
import * as texts from '#web/texts/event-page.tsx';

type Props = {
  open: boolean;
  busy: boolean;
  onConfirm: () => void;
  onCancel: () => void;
  onClosed?: () => void;
};

/** Source: SAFE-04. */
export function CancelDialog(props: Props) {
  return (
    <ConfirmDialog
      {...props}
      title={texts.cancelThisEvent}
      confirmLabel={texts.cancelEvent}
      cancelLabel={texts.keepEvent}
      busyLabel={texts.cancelling}
      danger
    >
      {texts.cancelEventWarning}
    </ConfirmDialog>
  );
}
