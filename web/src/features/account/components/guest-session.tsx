import { LogOut, UserRoundPlus } from 'lucide-react';
import { useState } from 'react';
import { Button, ButtonLink } from '#web/ui/buttons/button.tsx';
import { SectionHeading } from '#web/ui/layout/section-heading.tsx';
import * as recurring from '#web/texts/recurring.ts';
import * as texts from '#web/texts/profile.tsx';
import { useLeave } from '../use-leave.ts';
import { SignOutQuestion } from './sign-out-question.tsx';
import styles from './session-actions.module.css';

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
      <SignOutQuestion
        open={isAsking}
        title={texts.signOutAsAGuest}
        confirmLabel={texts.signOutOne}
        isLeaving={isLeaving}
        onLeave={leave}
        onCancel={() => setIsAsking(false)}
      >
        {texts.signOutAsAGuestWarning}
      </SignOutQuestion>
    </section>
  );
}
