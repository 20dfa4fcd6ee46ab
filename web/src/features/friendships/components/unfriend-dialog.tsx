import { NO_NAME } from '@hereabouts/contract/users';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';

type Props = { open: boolean; name: string; onConfirm: () => void; onCancel: () => void };

/** Asks before a friendship ends: only the other person's consent brings it back. */
export function UnfriendDialog({ open, name, onConfirm, onCancel }: Props) {
  return (
    <ConfirmDialog
      open={open}
      title={`Unfriend ${name || NO_NAME}?`}
      confirmLabel="Unfriend"
      danger
      onCancel={onCancel}
      onConfirm={onConfirm}
    >
      You can no longer invite each other, and the events you share no longer show on your profiles.
    </ConfirmDialog>
  );
}
