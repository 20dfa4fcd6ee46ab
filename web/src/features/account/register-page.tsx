import { NAME_MAX } from '@hereabouts/contract/limits';
import { cleanLine, VISIBLE_PATTERN } from '@hereabouts/contract/visible-text';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { signUp, type SignUpResult } from '#web/auth/actions.ts';
import { useIsAnonymous } from '#web/auth/use-session.ts';
import { SETTINGS_KEY, useSettings } from '#web/lib/api/use-settings.ts';
import { withNext } from '#web/lib/navigation/safe-target.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { lazyComponent } from '#web/ui/feedback/lazy-component.tsx';
import { Spinner } from '#web/ui/feedback/spinner.tsx';
import { TextField } from '#web/ui/forms/text-field.tsx';
import * as recurring from '#web/texts/recurring.ts';
import * as texts from '#web/texts/account.tsx';
import { AccountFrame } from './components/account-frame.tsx';
import { AddressField } from './components/address-field.tsx';
import { AuthProblemBanner } from './components/auth-problem.tsx';
import styles from './components/form.module.css';
import { NewPasswordField } from './components/new-password-field.tsx';
import { useAddress } from './use-address.ts';
import { useRefusal } from './use-refusal.ts';
import { useSubmit } from './use-submit.ts';

const CODE_FIELD_MAX = 40;

/** Only for guests without an account. */
const CreateAccount = lazyComponent(
  () => import('./components/create-account.tsx').then((module) => module.CreateAccount),
  { loading: <Spinner page />, failedTitle: recurring.couldNotLoadThisPage, isPage: true },
);

const SignUpsClosed = lazyComponent(
  () => import('./components/sign-ups-closed.tsx').then((module) => module.SignUpsClosed),
  { loading: <Spinner />, failedTitle: recurring.couldNotLoadThisPage },
);

/** Source: REG-01 to REG-03, GUEST-02, OPS-04, LOGIN-08. Once signed in, the guard of this page leads on. */
export function RegisterPage() {
  return useIsAnonymous() ? <CreateAccount /> : <SignUp />;
}

function SignUp() {
  const [params] = useSearchParams();
  const signUps = useSettings().data?.sign_ups;
  const next = params.get('next');
  const login = <Link to={withNext('/login', next)}>{texts.iHaveAnAccountAlready}</Link>;
  return (
    <AccountFrame documentTitle={texts.createAccountDocumentTitle} heading={texts.joinIn} footer={login}>
      {signUps === 'closed' ? (
        <SignUpsClosed />
      ) : (
        <RegisterForm next={next} needsCode={signUps === 'code'} givenCode={params.get('code')} />
      )}
    </AccountFrame>
  );
}

type FormProps = {
  next: string | null;
  needsCode: boolean;
  /** From the link that led here; null without one. */
  givenCode: string | null;
};

function RegisterForm({ next, needsCode, givenCode }: FormProps) {
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState(givenCode ?? '');
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const field = useAddress();
  const form = useSubmit<SignUpResult>(
    () => signUp(field.address, { name: cleanLine(name), password, code: needsCode ? code : null, next }),
    (result) => {
      if (result === 'confirm')
        void navigate(withNext('/confirm', next), { state: { awaiting: field.address } });
    },
  );
  const { problem, reasons, isRefused } = useRefusal(form.problem, password);
  const isAdmissionRefused = problem?.kind === 'refused' && problem.code === 'signup_disabled';
  useEffect(() => {
    // The operator may have changed who can sign up since the page was loaded.
    if (isAdmissionRefused) void queryClient.invalidateQueries({ queryKey: SETTINGS_KEY });
  }, [isAdmissionRefused, queryClient]);
  return (
    <form className={styles.form} method="post" onSubmit={form.onSubmit}>
      <TextField
        label={texts.fullName}
        name="name"
        autoComplete="name"
        required
        maxLength={NAME_MAX}
        pattern={VISIBLE_PATTERN}
        title={texts.fullNameHelp}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      {needsCode ? (
        <TextField
          label={texts.invitationCode}
          name="code"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          required
          maxLength={CODE_FIELD_MAX}
          help={texts.invitationCodeHelp}
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
      ) : null}
      <AddressField field={field} onSwitch={form.clear} />
      <NewPasswordField
        label={texts.password}
        name="password"
        value={password}
        onChange={setPassword}
        personal={[name, field.typed]}
        isRefused={isRefused}
      />
      <AuthProblemBanner problem={problem} reasons={reasons} fallback={recurring.somethingWentWrong} />
      <Button type="submit" wide busy={form.busy} busyLabel={texts.creatingAccount}>
        {texts.createAccount}
      </Button>
    </form>
  );
}
