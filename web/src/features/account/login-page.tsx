import { useEffect, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { signIn } from '#web/auth/actions.ts';
import { clearArrival, parseArrival } from '#web/auth/confirmation-link.ts';
import type { AuthProblem } from '#web/auth/outcome.ts';
import { useIsAnonymous } from '#web/auth/use-session.ts';
import { withNext } from '#web/lib/navigation/safe-target.ts';
import { Button, ButtonLink } from '#web/ui/buttons/button.tsx';
import { FormBanner } from '#web/ui/forms/form-banner.tsx';
import { PasswordField } from '#web/ui/forms/password-field.tsx';
import * as recurring from '#web/texts/recurring.ts';
import * as texts from '#web/texts/account.tsx';
import { AccountFrame } from './components/account-frame.tsx';
import { AddressField } from './components/address-field.tsx';
import { AuthProblemBanner } from './components/auth-problem.tsx';
import { BackgroundFilms } from './components/background-films.tsx';
import styles from './components/form.module.css';
import { useAddress } from './use-address.ts';
import { useSubmit } from './use-submit.ts';

/** Source: LOGIN-01 to LOGIN-08. Once signed in, the guard of this page leads on. */
export function LoginPage() {
  const [params] = useSearchParams();
  const next = params.get('next');
  const address = useAddress();
  const isAnonymous = useIsAnonymous();
  const [password, setPassword] = useState('');
  const [arrival] = useState(() => parseArrival(location.hash));
  const form = useSubmit(
    () => signIn(address.address, password),
    () => {},
  );

  useEffect(() => {
    if (arrival.kind === 'problem') clearArrival();
  }, [arrival]);

  return (
    <AccountFrame
      heading={texts.welcomeBack}
      documentTitle={texts.login}
      background={<BackgroundFilms />}
      footer={<Link to={withNext('/register', next)}>{recurring.createAnAccount}</Link>}
    >
      {arrival.kind === 'problem' ? <FormBanner tone="info">{arrival.message}</FormBanner> : null}
      {isAnonymous ? <FormBanner tone="info">{texts.signInGuestNote}</FormBanner> : null}
      <form className={styles.form} method="post" onSubmit={form.onSubmit}>
        <AddressField field={address} onSwitch={form.clear} />
        <div className={styles.password}>
          <PasswordField
            label={texts.password}
            name="password"
            autoComplete="current-password"
            required
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
          <Link className={styles.forgotten} to={withNext('/forgot-password', next)}>
            {texts.forgotYourPassword}
          </Link>
        </div>
        <AuthProblemBanner problem={form.problem} fallback={texts.loginFailed} />
        {isUnconfirmed(form.problem) ? (
          <ButtonLink
            to={withNext('/confirm', next)}
            state={{ awaiting: address.address }}
            variant="secondary"
            wide
          >
            {texts.confirmYourAccount}
          </ButtonLink>
        ) : null}
        <Button type="submit" wide busy={form.busy} busyLabel={texts.signingIn}>
          {texts.logIn}
        </Button>
      </form>
    </AccountFrame>
  );
}

const isUnconfirmed = (problem: AuthProblem | null) =>
  problem?.kind === 'refused' && /^(email|phone)_not_confirmed$/.test(problem.code ?? '');
