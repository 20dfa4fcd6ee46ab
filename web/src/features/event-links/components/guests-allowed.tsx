import { useState } from 'react';
import { Button } from '#web/ui/buttons/button.tsx';
import { showAlert, showNotice } from '#web/ui/feedback/toast-store.ts';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { lazyDialog } from '#web/ui/overlays/lazy-dialog.tsx';
import { useAllowGuests, useRemoveGuests } from '../queries.ts';
import styles from './event-link-sheet.module.css';
import { failureText } from '#web/lib/api/failure-text.ts';

const ConfirmDialog = lazyDialog(() =>
  import('#web/ui/overlays/confirm-dialog.tsx').then((part) => part.ConfirmDialog),
);

type Props = { eventId: number; allowed: boolean };

/** Whether people without an account can join, and the way to take those on the list off it. Source: GUEST-03. */
export function GuestsAllowed({ eventId, allowed }: Props) {
  const change = useAllowGuests(eventId);
  const remove = useRemoveGuests(eventId);
  const [isAsking, setIsAsking] = useState(false);
  const shown = change.isPending ? change.variables : allowed;
  const confirm = () =>
    remove.mutate(undefined, {
      onSuccess({ removed }) {
        setIsAsking(false);
        showNotice(removed === 0 ? 'There were none.' : `${removed} removed.`);
      },
      onError(error) {
        setIsAsking(false);
        showAlert(failureText('The guests could not be removed. Please try again.', error));
      },
    });
  return (
    <div className={styles.guests}>
      <Checkbox
        label="Guests without an account"
        help="May join with nothing but a name. Those on the list stay."
        checked={shown}
        onChange={() =>
          change.isPending
            ? undefined
            : change.mutate(!allowed, {
                onError: (error) =>
                  showAlert(failureText('That could not be saved. Please try again.', error)),
              })
        }
      />
      <Button variant="quiet" size="small" onClick={() => setIsAsking(true)}>
        Remove all guests without an account
      </Button>
      <ConfirmDialog
        open={isAsking}
        title="Remove all guests without an account?"
        confirmLabel="Remove all"
        danger
        busy={remove.isPending}
        busyLabel="Removing..."
        onConfirm={confirm}
        onCancel={() => setIsAsking(false)}
      >
        They lose the event, its chat and its live map at once. To keep them from coming back under another
        name, do not let guests in, or make a new link.
      </ConfirmDialog>
    </div>
  );
}
