import { NO_NAME } from '@hereabouts/contract/users';
import { useState } from 'react';
import { readStoredSession } from '#web/auth/stored-session.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { FormBanner } from '#web/ui/forms/form-banner.tsx';
import { refusalCode, type AuthOutcome } from '#web/auth/outcome.ts';
import * as texts from '#web/texts/codes-and-links.ts';
import * as recurring from '#web/texts/recurring.ts';
import { useSubmit } from '../use-submit.ts';
import { AuthProblemBanner } from './auth-problem.tsx';
import { SignUpAgain } from './sign-up-again.tsx';
import styles from './form.module.css';

type Props<T> = {
  label: string;
  busyLabel: string;
  open: () => Promise<AuthOutcome<T>>;
  onOpened: (value: T) => void;
  onExpired: () => void;
};

/** Only the button uses the link up: mail scanners open links. A signed-in person is warned that it may sign them out. */
export function OpenLinkForm<T>({ label, busyLabel, open, onOpened, onExpired }: Props<T>) {
  const form = useSubmit(async () => {
    const outcome = await open();
    if (refusalCode(outcome) === 'otp_expired') onExpired();
    return outcome;
  }, onOpened);
  const [signedIn] = useState(readStoredSession);
  return (
    <form className={styles.form} onSubmit={form.onSubmit}>
      <AuthProblemBanner problem={form.problem} fallback={recurring.somethingWentWrong} />
      <SignUpAgain problem={form.problem} />
      {signedIn !== null && !signedIn.isAnonymous && (
        <FormBanner tone="info">{texts.youAreSignedInAs(signedIn.userName || NO_NAME)}</FormBanner>
      )}
      <Button type="submit" wide busy={form.busy} busyLabel={busyLabel}>
        {label}
      </Button>
    </form>
  );
}
