import type { EventInvite } from '@hereabouts/contract/events';
import { NO_NAME } from '@hereabouts/contract/users';
import { useState } from 'react';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';
import { useRemoveGuest } from '../removal-queries.ts';

type Props = { open: boolean; eventId: number; user: EventInvite['user']; onClose: () => void };

/** Source: HOST-06. */
export function RemoveGuestDialog({ open, eventId, user, onClose }: Props) {
  const remove = useRemoveGuest(eventId);
  const [renewsLink, setRenewsLink] = useState(true);
  const isAnonymous = user.is_anonymous === true;
  return (
    <ConfirmDialog
      open={open}
      title="Remove from the guest list?"
      confirmLabel="Remove"
      danger
      busy={remove.isPending}
      onConfirm={() =>
        remove.mutate({ userId: user.id, renewsLink: isAnonymous && renewsLink }, { onSettled: onClose })
      }
      onCancel={onClose}
    >
      <p>
        <bdi>{user.name || NO_NAME}</bdi> loses the event and its chat at once, without being notified. You
        can let them back in under “Removed”.
      </p>
      {isAnonymous && (
        <Checkbox
          label="Renew the invitation link"
          help="With the old one they could come back under a new name."
          checked={renewsLink}
          onChange={(event) => setRenewsLink(event.target.checked)}
        />
      )}
    </ConfirmDialog>
  );
}
