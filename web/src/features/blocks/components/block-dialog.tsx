import { NO_NAME } from '@hereabouts/contract/users';
import { ApiError } from '#web/lib/api/api.ts';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';
import { showAlert, showNotice } from '#web/ui/feedback/toast-store.ts';
import { useBlockChange } from '../queries.ts';
import { failureText } from '#web/lib/api/failure-text.ts';

export type BlockDialogProps = {
  open: boolean;
  user: { id: string; name: string };
  onClose: () => void;
  /** Called before the refetch, which must find the person gone from the page. */
  onBlocked: () => void;
};

/** Says what blocking means, and does it. Source: SAFE-01. */
export function BlockDialog({ open, user, onClose, onBlocked }: BlockDialogProps) {
  const change = useBlockChange();
  const name = user.name || NO_NAME;
  const block = () =>
    change.mutate(
      { userId: user.id, block: true },
      {
        onSuccess() {
          showNotice(`${name} is blocked. You can unblock them on your profile.`);
          onBlocked();
        },
        onError(error) {
          onClose();
          const isGone = error instanceof ApiError && error.code === 'not_found';
          showAlert(
            isGone
              ? 'This profile is no longer available.'
              : failureText('Could not block. Please try again.', error),
          );
        },
      },
    );
  return (
    <ConfirmDialog
      open={open}
      title={`Block ${name}?`}
      confirmLabel="Block"
      danger
      busy={change.isPending}
      busyLabel="Blocking..."
      onConfirm={block}
      onCancel={onClose}
    >
      You will no longer find each other anywhere: profiles, friends, events, chats and the live map. Your
      friendship and invitations to each other's events end, and unblocking does not bring them back. They are
      not told.
    </ConfirmDialog>
  );
}
