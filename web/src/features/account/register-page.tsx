import { AUTH_TEXTS } from '@hereabouts/contract/auth';
import { NAME_MAX } from '@hereabouts/contract/limits';
import { cleanLine, VISIBLE_PATTERN } from '@hereabouts/contract/visible-text';
import { useQueryClient } from '@tanstack/react-query';
import { DoorClosed, MailCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { signUp, type Address, type SignUpResult } from '#web/auth/actions.ts';
import { useIsAnonymous } from '#web/auth/use-session.ts';
import { SETTINGS_KEY, useSettings } from '#web/lib/api/use-settings.ts';
import { withNext } from '#web/lib/navigation/safe-target.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
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

const ConfirmPhoneForm = lazyComponent(
  () => import('./components/confirm-phone-form.tsx').then((module) => module.ConfirmPhoneForm),
  { loading: <Spinner />, failedTitle: recurring.couldNotLoadThisPart },
);

/** Source: REG-01 to REG-03, GUEST-02, OPS-04, LOGIN-08. Once signed in, the guard of this page leads on. */
export function RegisterPage() {
  return useIsAnonymous() ? <CreateAccount /> : <SignUp />;
}

function SignUp() {
  const [params] = useSearchParams();
  const [awaiting, setAwaiting] = useState<Address | null>(null);
  const signUps = useSettings().data?.sign_ups ?? 'open';
  const login = <Link to={withNext('/login', params.get('next'))}>{texts.iHaveAnAccountAlready}</Link>;
  const frame = { documentTitle: texts.createAccountDocumentTitle, footer: login };

  if (awaiting && 'phone' in awaiting) {
    return (
      <AccountFrame {...frame} heading={texts.checkYourPhone} lead={texts.weSentACodeToPhone(awaiting.phone)}>
        <ConfirmPhoneForm phone={awaiting.phone} />
      </AccountFrame>
    );
  }
  if (awaiting) {
    return (
      <AccountFrame {...frame} heading={texts.almostThere}>
        <div role="status">
          <EmptyState icon={<MailCheck />} title={texts.checkYourEmail}>
            {texts.confirmationSentTo(awaiting.email)}
          </EmptyState>
        </div>
      </AccountFrame>
    );
  }
  if (signUps === 'closed') {
    return (
      <AccountFrame {...frame} heading={texts.joinIn}>
        <EmptyState icon={<DoorClosed />} title={AUTH_TEXTS.signUpsClosed}>
          {texts.signUpsClosedHelp}
        </EmptyState>
      </AccountFrame>
    );
  }
  return (
    <AccountFrame {...frame} heading={texts.joinIn}>
      <RegisterForm onAwaiting={setAwaiting} needsCode={signUps === 'code'} givenCode={params.get('code')} />
    </AccountFrame>
  );
}

type FormProps = {
  onAwaiting: (address: Address) => void;
  needsCode: boolean;
  /** From the link that led here; null without one. */
  givenCode: string | null;
};

function RegisterForm({ onAwaiting, needsCode, givenCode }: FormProps) {
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState(givenCode ?? '');
  const queryClient = useQueryClient();
  const field = useAddress();
  const form = useSubmit<SignUpResult>(
    () => signUp(field.address, { name: cleanLine(name), password, code: needsCode ? code : null }),
    (result) => {
      if (result === 'confirm') onAwaiting(field.address);
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
