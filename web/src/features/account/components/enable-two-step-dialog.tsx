import { useEffect, useId, useState } from 'react';
import { refusalCode } from '#web/auth/outcome.ts';
import { asksForAddress, finishEnrolment, startEnrolment, type Enrolment } from '#web/auth/two-step.ts';
import { useOnline } from '#web/lib/device/use-online.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { FormBanner } from '#web/ui/forms/form-banner.tsx';
import { Loading, Skeleton } from '#web/ui/feedback/skeleton.tsx';
import * as recurring from '#web/texts/recurring.ts';
import * as texts from '#web/texts/two-step.ts';
import { secondStepProblem } from '../second-step-problem.ts';
import { useSubmit } from '../use-submit.ts';
import { CodeField } from './code-field.tsx';
import { CopyButton } from './copy-button.tsx';
import { ProveAddressForm } from './prove-address-form.tsx';
import styles from './enable-two-step-dialog.module.css';

type Props = {
  open: boolean;
  onClose: () => void;
  onEnabled: () => Promise<void>;
};

/** `proving`: a code sent to the account's address comes first, with a button of its own. */
type Step = 'starting' | 'proving' | 'ready';

/** What the service says of an authenticator that waited for too long, or that another attempt has replaced. */
const GONE = 'mfa_factor_not_found';

/** Source: MFA-02. */
export function EnableTwoStepDialog({ open, onClose, onEnabled }: Props) {
  const formId = useId();
  const [busy, setBusy] = useState(false);
  const [step, setStep] = useState<Step>('starting');
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={texts.connectAnAuthenticatorApp}
      description={texts.turnOnHelp}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {recurring.cancel}
          </Button>
          {step !== 'proving' && (
            <Button
              type="submit"
              form={formId}
              disabled={step !== 'ready'}
              busy={busy}
              busyLabel={texts.checking}
            >
              {texts.turnOn}
            </Button>
          )}
        </>
      }
    >
      {/* Mounted anew each time the dialog opens: every attempt has a secret of its own. */}
      <Connect formId={formId} onStep={setStep} onBusy={setBusy} onEnabled={onEnabled} />
    </Dialog>
  );
}

type ConnectProps = {
  formId: string;
  onStep: (step: Step) => void;
  onBusy: (busy: boolean) => void;
  onEnabled: () => Promise<void>;
};

function Connect({ formId, onStep, onBusy, onEnabled }: ConnectProps) {
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null);
  const [code, setCode] = useState('');
  const isOnline = useOnline();
  const start = useSubmit(startEnrolment, setEnrolment);
  const finish = useSubmit(
    async () => {
      const outcome = await finishEnrolment(enrolment?.factorId ?? '', code);
      if (outcome.ok) await onEnabled();
      if (refusalCode(outcome) === GONE) startAgain();
      return outcome;
    },
    () => {},
  );
  const { submit } = start;
  function startAgain() {
    setEnrolment(null);
    setCode('');
    submit();
  }
  // oxlint-disable-next-line react/exhaustive-deps -- once, when the dialog opens
  useEffect(submit, []);
  // Also before the first code, where connecting the app took longer than ten minutes.
  const isProving = [start.problem, finish.problem].some((said) => said !== null && asksForAddress(said));
  const step = isProving ? 'proving' : enrolment !== null ? 'ready' : 'starting';
  const goOn = () => {
    if (enrolment === null) return submit();
    setCode('');
    finish.clear();
  };
  useEffect(() => onStep(step), [step, onStep]);
  useEffect(() => onBusy(finish.busy), [finish.busy, onBusy]);

  if (isProving) return <ProveAddressForm onProved={goOn} />;
  if (start.problem !== null) {
    const said = secondStepProblem(start.problem, 'code', isOnline);
    return (
      <ErrorState title={texts.couldNotStart} onRetry={submit} retrying={start.busy}>
        {said.form}
      </ErrorState>
    );
  }
  if (enrolment === null) {
    return (
      <Loading label={recurring.loading}>
        <Skeleton shape="block" width="200px" height="200px" />
        <Skeleton shape="block" height="52px" />
      </Loading>
    );
  }
  const isGone = finish.problem?.kind === 'refused' && finish.problem.code === GONE;
  const said = isGone
    ? { field: null, form: texts.startedAgain }
    : secondStepProblem(finish.problem, 'code', isOnline);
  return (
    <form id={formId} className={styles.steps} onSubmit={finish.onSubmit}>
      <div className={styles.step}>
        <p>{texts.scanStep}</p>
        <div className={styles.key}>
          <img className={styles.picture} src={enrolment.qrCode} alt={texts.qrCodeForYourAuthenticatorApp} />
          <div className={styles.byHand}>
            <p className={styles.label} id={`${formId}-key`}>
              {texts.key}
            </p>
            <code className={styles.secret} aria-labelledby={`${formId}-key`}>
              {grouped(enrolment.secret)}
            </code>
            <CopyButton text={enrolment.secret} label={texts.copyKey} />
            <a className={styles.here} href={enrolment.uri}>
              {texts.openInAppOnThisDevice}
            </a>
          </div>
        </div>
      </div>
      <div className={styles.step}>
        <p>{texts.enterCodeStep}</p>
        <CodeField value={code} onChange={setCode} error={said.field} />
      </div>
      {said.form === null ? null : <FormBanner tone="error">{said.form}</FormBanner>}
    </form>
  );
}

/** In groups of four, as one reads it to oneself. */
const grouped = (secret: string) => secret.replaceAll(/(.{4})(?=.)/g, '$1 ');
