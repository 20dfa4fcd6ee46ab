import { LogOut } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { readGuestLeftFor, type ReplacedGuest } from '#web/auth/replaced-guest.ts';
import { useViewerId } from '#web/auth/use-session.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { lazyDialog } from '#web/ui/overlays/lazy-dialog.tsx';
import * as ofGuest from '#web/texts/guest-merge.tsx';
import * as texts from '#web/texts/profile.tsx';
import { useLeave } from '../use-leave.ts';
import { SignOutQuestion } from './sign-out-question.tsx';
import styles from './leaving-actions.module.css';

const DeleteAccountDialog = lazyDialog(() =>
  import('./delete-account-dialog.tsx').then((module) => module.DeleteAccountDialog),
);

/** Ends the session, or the account. Guests sign out where it says what they lose. Whoever has closed the question what comes along
 * from the guest they were is warned, because signing out answers it. Source: PROF-06, SAFE-03, GUEST-04. */
export function LeavingActions({ events, isAnonymous }: { events: ReactNode; isAnonymous: boolean }) {
  const [isDeleting, setIsDeleting] = useState(false);
  const [guest, setGuest] = useState<ReplacedGuest | null>(null);
  const [isWarning, setIsWarning] = useState(false);
  const viewerId = useViewerId();
  const { leave, isLeaving } = useLeave();
  const warnOrLeave = () => {
    const left = readGuestLeftFor(viewerId);
    setGuest(left);
    setIsWarning(left !== null);
    if (left === null) leave();
  };
  return (
    <div className={styles.actions}>
      {!isAnonymous && (
        <Button
          variant="secondary"
          wide
          icon={<LogOut aria-hidden="true" />}
          disabled={isLeaving}
          onClick={warnOrLeave}
        >
          {texts.signOut}
        </Button>
      )}
      <Button variant="quiet" size="small" className={styles.delete} onClick={() => setIsDeleting(true)}>
        {texts.deleteMyAccount}
      </Button>
      <DeleteAccountDialog
        events={events}
        isAnonymous={isAnonymous}
        open={isDeleting}
        onClose={() => setIsDeleting(false)}
      />
      <SignOutQuestion
        open={isWarning}
        title={ofGuest.signOutWithoutGuest}
        confirmLabel={ofGuest.signOutAllTheSame}
        isLeaving={isLeaving}
        onLeave={leave}
        onCancel={() => setIsWarning(false)}
      >
        {guest === null ? null : ofGuest.leavesGuestBehind(guest.name)}
      </SignOutQuestion>
    </div>
  );
}
