import { useState } from 'react';
import { Button } from '#web/ui/buttons/button.tsx';
import { showAlert, showNotice } from '#web/ui/feedback/toast-store.ts';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { lazyDialog } from '#web/ui/overlays/lazy-dialog.tsx';
import * as texts from '#web/texts/event-links.ts';
import { useAllowGuests, useRemoveGuests } from '../queries.ts';
import styles from './event-link-sheet.module.css';
import { failureText } from '#web/lib/api/failure-text.ts';

const ConfirmDialog = lazyDialog(() =>
  import('#web/ui/overlays/confirm-dialog.tsx').then((module) => module.ConfirmDialog),
);

type Props = { eventId: number; allowed: boolean };

/** Source: GUEST-03. */
export function GuestsAllowed({ eventId, allowed }: Props) {
  const change = useAllowGuests(eventId);
  const remove = useRemoveGuests(eventId);
  const [isAsking, setIsAsking] = useState(false);
  const shown = change.isPending ? change.variables : allowed;
  // By the promise: callbacks of `mutate` go with the sheet.
  const save = () =>
    change
      .mutateAsync(!allowed)
      .catch((error: unknown) => showAlert(failureText(texts.saveGuestsAllowedFailed, error)));
  const confirm = () =>
    remove
      .mutateAsync()
      .then(
        ({ removed }) =>
          showNotice(removed === 0 ? texts.noGuestsWithoutAccount : texts.guestsRemoved(removed)),
        (error: unknown) => showAlert(failureText(texts.removeGuestsFailed, error)),
      )
      .finally(() => setIsAsking(false));
  return (
    <div className={styles.guests}>
      <Checkbox
        label={texts.guestsWithoutAnAccount}
        help={texts.guestsWithoutAnAccountHelp}
        checked={shown}
        onChange={() => (change.isPending ? undefined : void save())}
      />
      <Button variant="quiet" size="small" onClick={() => setIsAsking(true)}>
        {texts.removeAllGuestsWithoutAnAccount}
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={texts.removeAllGuestsQuestion}
        confirmLabel={texts.removeAll}
        danger
        busy={remove.isPending}
        busyLabel={texts.removing}
        onConfirm={() => void confirm()}
        onCancel={() => setIsAsking(false)}
      >
        {texts.removeAllGuestsWarning}
      </ConfirmDialog>
    </div>
  );
}
