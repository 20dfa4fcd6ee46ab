import { useEffect, useRef, useState } from 'react';
import { endReplacedGuest, isLeftFor, readReplacedGuest } from '#web/auth/replaced-guest.ts';
import { forgetUnsent } from '#web/lib/storage/forget-unsent.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { showNotice } from '#web/ui/feedback/toast-store.ts';
import { FormBanner } from '#web/ui/forms/form-banner.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import * as texts from '#web/texts/guest-merge.tsx';
import { useMergeGuest } from '../queries.ts';
import { failureText } from '#web/lib/api/failure-text.ts';

/** After a guest has signed in to an account. Closing it decides nothing: it comes back with the next visit. Source: GUEST-04. */
export function BringAlongDialog({ viewerId }: { viewerId: string }) {
  const [guest] = useState(readReplacedGuest);
  const [isOpen, setIsOpen] = useState(true);
  const onClose = () => setIsOpen(false);
  const merge = useMergeGuest();
  const bring = useRef<HTMLButtonElement>(null);
  const bringAlong = () =>
    merge.mutate(undefined, {
      onSuccess(isDone) {
        showNotice(isDone ? texts.broughtAlong : texts.guestIsGone);
        onClose();
      },
    });
  const leave = () => {
    if (guest !== null) forgetUnsent(guest.userId);
    void endReplacedGuest();
    onClose();
  };
  const isOfAnother = guest !== null && guest.replacedBy !== null && guest.replacedBy !== viewerId;
  useEffect(() => {
    // The session of whose guest it was has ended, and somebody else has come.
    if (isOfAnother) void endReplacedGuest();
  }, [isOfAnother]);
  if (guest === null || !isLeftFor(guest, viewerId)) return null;
  return (
    <Dialog
      open={isOpen}
      onClose={onClose}
      title={texts.bringAlongQuestion}
      initialFocus={bring}
      description={<>{texts.bringAlongHelp(guest.name)}</>}
      footer={
        <>
          <Button variant="secondary" disabled={merge.isPending} onClick={leave}>
            {texts.leaveThem}
          </Button>
          <Button ref={bring} busy={merge.isPending} busyLabel={texts.bringing} onClick={bringAlong}>
            {texts.bringThemAlong}
          </Button>
        </>
      }
    >
      {merge.isError ? (
        <FormBanner tone="error">{failureText(texts.bringAlongFailed, merge.error)}</FormBanner>
      ) : null}
    </Dialog>
  );
}
