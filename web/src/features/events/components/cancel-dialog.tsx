import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';
import * as texts from '#web/texts/event-page.tsx';
import { useCancelEvent } from '../cancel-queries.ts';

type Props = { open: boolean; eventId: number; onClose: () => void; onClosed: () => void };

/** Source: SAFE-04. */
export function CancelDialog({ open, eventId, onClose, onClosed }: Props) {
  const cancel = useCancelEvent(eventId);
  return (
    <ConfirmDialog
      open={open}
      title={texts.cancelThisEvent}
      confirmLabel={texts.cancelEvent}
      cancelLabel={texts.keepEvent}
      busyLabel={texts.cancelling}
      danger
      busy={cancel.isPending}
      onConfirm={() => cancel.mutate(undefined, { onSettled: onClose })}
      onCancel={onClose}
      onClosed={onClosed}
    >
      {texts.cancelEventWarning}
    </ConfirmDialog>
  );
}
