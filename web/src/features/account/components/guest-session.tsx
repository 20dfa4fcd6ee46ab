import { LogOut, UserRoundPlus } from 'lucide-react';
import { useState } from 'react';
import { signOut } from '#web/auth/sign-out.ts';
import { markSigningOut } from '#web/lib/navigation/signing-out.ts';
import { Button, ButtonLink } from '#web/ui/buttons/button.tsx';
import { SectionHeading } from '#web/ui/layout/section-heading.tsx';
import { lazyDialog } from '#web/ui/overlays/lazy-dialog.tsx';
import styles from './session-actions.module.css';

const ConfirmDialog = lazyDialog(() =>
  import('#web/ui/overlays/confirm-dialog.tsx').then((part) => part.ConfirmDialog),
);

/** For guests without an account: the way to one, and out. Source: GUEST-02, GUEST-03. */
export function GuestSession() {
  const [isAsking, setIsAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const leave = async () => {
    markSigningOut();
    setBusy(true);
    await signOut();
  };
  return (
    <section className={styles.section} aria-labelledby="guest">
      <SectionHeading id="guest">You are here as a guest</SectionHeading>
      <p>
        Only this browser knows you. With an account you keep your answers and messages, and come back from
        any device.
      </p>
      <div className={styles.actions}>
        <ButtonLink to="/register?next=%2Fprofile" icon={<UserRoundPlus aria-hidden="true" />}>
          Create an account
        </ButtonLink>
        <ButtonLink to="/login" variant="secondary">
          Sign in to an account
        </ButtonLink>
        <Button
          variant="quiet"
          icon={<LogOut aria-hidden="true" />}
          disabled={busy}
          onClick={() => setIsAsking(true)}
        >
          Sign Out
        </Button>
      </div>
      <ConfirmDialog
        open={isAsking}
        title="Sign out as a guest?"
        confirmLabel="Sign out"
        danger
        busy={busy}
        busyLabel="Signing out..."
        onConfirm={() => void leave()}
        onCancel={() => setIsAsking(false)}
      >
        There is no way back in: you lose the events you are on the list of. Your answers and messages stay
        with the others. Create an account first to keep them.
      </ConfirmDialog>
    </section>
  );
}
