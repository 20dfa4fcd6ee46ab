import { LogOut, UserRoundPlus } from 'lucide-react';
import { useState } from 'react';
import { Button, ButtonLink } from '#web/ui/buttons/button.tsx';
import { SectionHeading } from '#web/ui/layout/section-heading.tsx';
import { lazyDialog } from '#web/ui/overlays/lazy-dialog.tsx';
import * as recurring from '#web/texts/recurring.ts';
import * as texts from '#web/texts/profile.tsx';
import { useLeave } from '../use-leave.ts';
import styles from './session-actions.module.css';

const ConfirmDialog = lazyDialog(() =>
  import('#web/ui/overlays/confirm-dialog.tsx').then((module) => module.ConfirmDialog),
);

/** Source: GUEST-02, GUEST-03. */
export function GuestSession() {
  const [isAsking, setIsAsking] = useState(false);
  const { leave, isLeaving } = useLeave();
  return (
    <section className={styles.section} aria-labelledby="guest">
      <SectionHeading id="guest">{texts.youAreHereAsAGuest}</SectionHeading>
      <p className={styles.text}>{texts.guestSessionHelp}</p>
      <div className={styles.actions}>
        <ButtonLink to="/register?next=%2Fprofile" icon={<UserRoundPlus aria-hidden="true" />}>
          {recurring.createAnAccount}
        </ButtonLink>
        <ButtonLink to="/login" variant="secondary">
          {texts.signInToAnAccount}
        </ButtonLink>
        <Button
          variant="quiet"
          icon={<LogOut aria-hidden="true" />}
          disabled={isLeaving}
          onClick={() => setIsAsking(true)}
        >
          {texts.signOut}
        </Button>
      </div>
      <ConfirmDialog
        open={isAsking}
        title={texts.signOutAsAGuest}
        confirmLabel={texts.signOutOne}
        danger
        busy={isLeaving}
        busyLabel={texts.signingOut}
        onConfirm={leave}
        onCancel={() => setIsAsking(false)}
      >
        {texts.signOutAsAGuestWarning}
      </ConfirmDialog>
    </section>
  );
}
