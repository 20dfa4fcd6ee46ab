import { personName } from '@hereabouts/contract/users';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';
import * as texts from '#web/texts/friendships.tsx';

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
    <ConfirmDialog
      {...rest}
      title={texts.unfriendThisPerson}
      person={personName({ name })}
      confirmLabel={texts.unfriend}
      danger
    >
      {texts.unfriendWarning}
    </ConfirmDialog>
  );
}
