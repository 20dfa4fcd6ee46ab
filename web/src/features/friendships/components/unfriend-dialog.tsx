import { NO_NAME } from '@hereabouts/contract/users';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';

type Props = {
  open: boolean;
  name: string;
  onConfirm: () => void;
  onCancel: () => void;
  onClosed?: () => void;
};

/** Asks before a friendship ends: only the other person's consent brings it back. */
export function UnfriendDialog({ name, ...rest }: Props) {
  return (
    <ConfirmDialog {...rest} title={`Unfriend ${name || NO_NAME}?`} confirmLabel="Unfriend" danger>
      You can no longer invite each other, and the events you share no longer show on your profiles.
    </ConfirmDialog>
  );
}
