import type { EventDetail, EventInvite } from '@hereabouts/contract/events';
import { personName } from '@hereabouts/contract/users';
import { useState } from 'react';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';
import * as texts from '#web/texts/event-page.tsx';
import * as recurring from '#web/texts/recurring.ts';
import { useRemoveGuest } from '../removal-queries.ts';

type Props = {
  open: boolean;
  event: Pick<EventDetail, 'id' | 'is_private'>;
  user: EventInvite['user'];
  onClose: () => void;
  onClosed: () => void;
};

/** Source: HOST-06. */
export function RemoveGuestDialog({ open, event, user, onClose, onClosed }: Props) {
  const remove = useRemoveGuest(event.id);
  const [renewsLink, setRenewsLink] = useState(true);
  const isAnonymous = user.is_anonymous === true;
  return (
    <ConfirmDialog
      open={open}
      title={texts.removeFromTheGuestList}
      person={personName(user)}
      confirmLabel={recurring.remove}
      danger
      busy={remove.isPending}
      onConfirm={() => remove.mutate({ user, renewsLink: isAnonymous && renewsLink }, { onSettled: onClose })}
      onCancel={onClose}
      onClosed={onClosed}
    >
      <p>{event.is_private || isAnonymous ? texts.removeGuestWarning : texts.removeFromPublicWarning}</p>
      {isAnonymous && (
        <Checkbox
          label={texts.renewTheInvitationLink}
          help={texts.renewLinkWhy}
          checked={renewsLink}
          onChange={(event) => setRenewsLink(event.target.checked)}
        />
      )}
    </ConfirmDialog>
  );
}
