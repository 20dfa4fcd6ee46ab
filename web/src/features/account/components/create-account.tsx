import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { confirmAccount, createAccount, readAwaited, sendProofAgain } from '#web/auth/guest-account.ts';
import type { AuthProblem } from '#web/auth/outcome.ts';
import { readStoredSession } from '#web/auth/stored-session.ts';
import { safeTarget, withNext } from '#web/lib/navigation/safe-target.ts';
import { Button, ButtonLink } from '#web/ui/buttons/button.tsx';
import { TextField } from '#web/ui/forms/text-field.tsx';
import { showAlert } from '#web/ui/feedback/toast-store.ts';
import * as recurring from '#web/texts/recurring.ts';
import * as texts from '#web/texts/profile.tsx';
import { useRefusal } from '../use-refusal.ts';
import { useSubmit } from '../use-submit.ts';
import { AccountFrame } from './account-frame.tsx';
import { AuthProblemBanner } from './auth-problem.tsx';
import { ConfirmCodeForm } from './confirm-code-form.tsx';
import styles from './form.module.css';
import { NewPasswordField } from './new-password-field.tsx';

/** /register for a guest, whose account stays the same one. Source: GUEST-02, NAV-06. */
export function CreateAccount() {
  const [params] = useSearchParams();
  const next = params.get('next');
  const [awaiting, setAwaiting] = useState(readAwaited);
  return (
    <AccountFrame
      heading={awaiting === null ? texts.createYourAccount : texts.checkYourEmail}
      documentTitle={texts.createAccountDocumentTitle}
      lead={awaiting === null ? texts.createAccountHelp : texts.linkAndCodeSentTo(awaiting)}
      footer={
        <>
          <Link to={withNext('/login', next)}>{texts.iHaveAnAccountAlready}</Link>
          <Link to={safeTarget(next, location.origin)}>{texts.stayAGuestForNow}</Link>
        </>
      }
    >
      {awaiting === null ? (
        <AddressForm onAwaiting={setAwaiting} next={next} />
      ) : (
        // An address that has an account gets no code, which nobody else is told (REG-03).
        <ConfirmCodeForm
          confirm={(code) => confirmAccount(awaiting, code)}
          sendAgain={() => sendProofAgain(awaiting, next)}
          autoFocus
          help={texts.noCodeHelp}
        >
          <Button variant="quiet" wide onClick={() => setAwaiting(null)}>
            {texts.changeAddress}
          </Button>
        </ConfirmCodeForm>
      )}
    </AccountFrame>
  );
}

type FormProps = { onAwaiting: (email: string) => void; next: string | null };

function AddressForm({ onAwaiting, next }: FormProps) {
  const [typed, setTyped] = useState('');
  const [password, setPassword] = useState('');
  const email = typed.trim();
  const form = useSubmit(
    async () => {
      const outcome = await createAccount(email, password, next);
      if (outcome.ok && outcome.value === 'made_before') showAlert(texts.accountMadeBefore);
      return outcome;
    },
    (result) => {
      if (result === 'confirm') onAwaiting(email);
    },
  );
  const { problem, reasons, isRefused } = useRefusal(form.problem, password);
  return (
    <form className={styles.form} onSubmit={form.onSubmit}>
      <TextField
        label={texts.email}
        type="email"
        name="email"
        required
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <NewPasswordField
        label={texts.password}
        name="password"
        value={password}
        onChange={setPassword}
        personal={[readStoredSession()?.userName ?? '', email]}
        isRefused={isRefused}
      />
      <AuthProblemBanner problem={problem} reasons={reasons} fallback={recurring.somethingWentWrong} />
      {isTaken(problem) ? (
        <ButtonLink to={withNext('/login', next)} variant="secondary" wide>
          {texts.signInToThatAccount}
        </ButtonLink>
      ) : null}
      <Button type="submit" wide busy={form.busy} busyLabel={texts.creatingAccount}>
        {texts.createAccount}
      </Button>
    </form>
  );
}

const isTaken = (problem: AuthProblem | null) =>
  problem?.kind === 'refused' && problem.code === 'email_exists';
