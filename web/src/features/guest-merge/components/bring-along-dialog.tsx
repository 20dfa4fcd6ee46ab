import { useRef, useState } from 'react';
import { leaveGuest, readGuestLeft } from '#web/auth/left-guest.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { showNotice } from '#web/ui/feedback/toast-store.ts';
import { FormBanner } from '#web/ui/forms/form-banner.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { useMergeGuest } from '../queries.ts';
import { failureText } from '#web/lib/api/failure-text.ts';

/** Asked of somebody who was here as a guest and has signed in to an account. Closing it decides nothing: it comes back
 * with the next visit. Source: GUEST-04. */
export function BringAlongDialog({ viewerId }: { viewerId: string }) {
  const [left] = useState(readGuestLeft);
  const [isOpen, setIsOpen] = useState(true);
  const onClose = () => setIsOpen(false);
  const merge = useMergeGuest();
  const bring = useRef<HTMLButtonElement>(null);
  const bringAlong = () =>
    merge.mutate(undefined, {
      onSuccess(isDone) {
        showNotice(
          isDone ? 'Your answers and messages have come with you.' : 'That guest is no longer on the list.',
        );
        onClose();
      },
    });
  const leave = () => {
    void leaveGuest();
    onClose();
  };
  if (left === null || left.userId === viewerId) return null;
  return (
    <Dialog
      open={isOpen}
      onClose={onClose}
      title="Bring your answers and messages along?"
      initialFocus={bring}
      description={
        <>
          You were here as the guest {left.name}. If you bring them along, they belong to this account, and
          the guest disappears. Where this account has answered itself, its own answer stays.
        </>
      }
      footer={
        <>
          <Button variant="secondary" disabled={merge.isPending} onClick={leave}>
            Leave them
          </Button>
          <Button ref={bring} busy={merge.isPending} busyLabel="Bringing..." onClick={bringAlong}>
            Bring them along
          </Button>
        </>
      }
    >
      {merge.isError ? (
        <FormBanner tone="error">
          {failureText('Could not move your answers and messages. Please try again.', merge.error)}
        </FormBanner>
      ) : null}
    </Dialog>
  );
}
