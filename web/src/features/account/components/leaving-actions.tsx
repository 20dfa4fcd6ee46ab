import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { signOut } from '#web/auth/sign-out.ts';
import { markSigningOut } from '#web/lib/navigation/signing-out.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { lazyDialog } from '#web/ui/overlays/lazy-dialog.tsx';
import * as texts from '#web/texts/profile.tsx';
import styles from './leaving-actions.module.css';

const DeleteAccountDialog = lazyDialog(() =>
  import('./delete-account-dialog.tsx').then((part) => part.DeleteAccountDialog),
);

/** Ends the session, or the account. Guests sign out where it says what they lose. The guard leads to /login once nobody is
 * signed in. Source: PROF-06, SAFE-03. */
export function LeavingActions({ isGuest }: { isGuest: boolean }) {
  const [isDeleting, setIsDeleting] = useState(false);
  const [busy, setBusy] = useState(false);
  const leave = async () => {
    markSigningOut();
    setBusy(true);
    await signOut();
  };
  return (
    <div className={styles.actions}>
      {!isGuest && (
        <Button
          variant="secondary"
          wide
          icon={<LogOut aria-hidden="true" />}
          disabled={busy}
          onClick={() => void leave()}
        >
          {texts.signOut}
        </Button>
      )}
      <Button variant="quiet" size="small" className={styles.delete} onClick={() => setIsDeleting(true)}>
        {texts.deleteMyAccount}
      </Button>
      <DeleteAccountDialog isGuest={isGuest} open={isDeleting} onClose={() => setIsDeleting(false)} />
    </div>
  );
}
