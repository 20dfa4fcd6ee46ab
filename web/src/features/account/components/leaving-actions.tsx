import { LogOut } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Button } from '#web/ui/buttons/button.tsx';
import { lazyDialog } from '#web/ui/overlays/lazy-dialog.tsx';
import * as texts from '#web/texts/profile.tsx';
import { useLeave } from '../use-leave.ts';
import styles from './leaving-actions.module.css';

const DeleteAccountDialog = lazyDialog(() =>
  import('./delete-account-dialog.tsx').then((module) => module.DeleteAccountDialog),
);

/** Ends the session, or the account. Guests sign out where it says what they lose. Source: PROF-06, SAFE-03. */
export function LeavingActions({ events, isAnonymous }: { events: ReactNode; isAnonymous: boolean }) {
  const [isDeleting, setIsDeleting] = useState(false);
  const { leave, isLeaving } = useLeave();
  return (
    <div className={styles.actions}>
      {!isAnonymous && (
        <Button
          variant="secondary"
          wide
          icon={<LogOut aria-hidden="true" />}
          disabled={isLeaving}
          onClick={leave}
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
    </div>
  );
}
