import { personName } from '@hereabouts/contract/users';
import { isNotFound } from '#web/lib/api/api.ts';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';
import { showAlert, showNotice } from '#web/ui/feedback/toast-store.ts';
import * as texts from '#web/texts/blocks.tsx';
import { useBlockChange } from '../queries.ts';
import { failureText } from '#web/lib/api/failure-text.ts';

export type BlockDialogProps = {
  open: boolean;
  user: { id: string; name: string };
  onClose: () => void;
  /** Called before the refetch, which must find the person gone from the page. */
  onBlocked: () => void;
};

/** Source: SAFE-01. */
export function BlockDialog({ open, user, onClose, onBlocked }: BlockDialogProps) {
  const change = useBlockChange();
  const name = personName(user);
  const block = () =>
    change.mutate(
      { userId: user.id, block: true },
      {
        onSuccess() {
          showNotice(texts.nameIsBlocked(name));
          onBlocked();
        },
        onError(error) {
          onClose();
          showAlert(isNotFound(error) ? texts.profileGone : failureText(texts.blockFailed, error));
        },
      },
    );
  return (
    <ConfirmDialog
      open={open}
      title={texts.blockThisPerson}
      person={name}
      confirmLabel={texts.block}
      danger
      busy={change.isPending}
      busyLabel={texts.blocking}
      onConfirm={block}
      onCancel={onClose}
    >
      <p>{texts.blockWarning}</p>
      <p>{texts.blockLinkWarning}</p>
    </ConfirmDialog>
  );
}
