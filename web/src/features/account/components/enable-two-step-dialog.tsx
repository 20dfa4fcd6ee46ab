import { useEffect, useId, useState } from 'react';
import { asksForAddress, finishEnrolment, startEnrolment, type Enrolment } from '#web/auth/two-step.ts';
import { useOnline } from '#web/lib/device/use-online.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { FormBanner } from '#web/ui/forms/form-banner.tsx';
import { Loading, Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { secondStepProblem } from '../second-step-problem.ts';
import { useSubmit } from '../use-submit.ts';
import { CodeField } from './code-field.tsx';
import { CopyButton } from './copy-button.tsx';
import { ProveAddressForm } from './prove-address-form.tsx';
import styles from './enable-two-step-dialog.module.css';

type Props = {
  open: boolean;
  onClose: () => void;
  /** What follows before the dialog is done. */
  onEnabled: () => Promise<void>;
};

/** Connects an authenticator app: its QR code, the same as text, and the first code (MFA-02). */
export function EnableTwoStepDialog({ open, onClose, onEnabled }: Props) {
  const formId = useId();
  const [busy, setBusy] = useState(false);
  const [isReady, setReady] = useState(false);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Connect an authenticator app"
      description="From then on, signing in takes your password and a code from the app. Your other devices will be signed out."
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} disabled={!isReady} busy={busy} busyLabel="Checking...">
            Turn on
          </Button>
        </>
      }
    >
      {/* Mounted anew each time the dialog opens: every attempt has a secret of its own. */}
      <Connect formId={formId} onReady={setReady} onBusy={setBusy} onEnabled={onEnabled} />
    </Dialog>
  );
}

type ConnectProps = {
  formId: string;
  onReady: (ready: boolean) => void;
  onBusy: (busy: boolean) => void;
  onEnabled: () => Promise<void>;
};

function Connect({ formId, onReady, onBusy, onEnabled }: ConnectProps) {
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null);
  const [code, setCode] = useState('');
  const isOnline = useOnline();
  const start = useSubmit(startEnrolment, setEnrolment);
  const finish = useSubmit(
    async () => {
      const outcome = await finishEnrolment(enrolment?.factorId ?? '', code);
      if (outcome.ok) await onEnabled();
      return outcome;
    },
    () => {},
  );
  const { submit } = start;
  // oxlint-disable-next-line react/exhaustive-deps -- once, when the dialog opens
  useEffect(submit, []);
  useEffect(() => onReady(enrolment !== null), [enrolment, onReady]);
  useEffect(() => onBusy(finish.busy), [finish.busy, onBusy]);

  if (start.problem !== null && asksForAddress(start.problem)) return <ProveAddressForm onProved={submit} />;
  if (start.problem !== null) {
    const said = secondStepProblem(start.problem, 'code', isOnline);
    return (
      <ErrorState title="Could not start" onRetry={submit} retrying={start.busy}>
        {said.form}
      </ErrorState>
    );
  }
  if (enrolment === null) {
    return (
      <Loading label="Loading...">
        <Skeleton shape="block" width="200px" height="200px" />
        <Skeleton shape="block" height="52px" />
      </Loading>
    );
  }
  const said = secondStepProblem(finish.problem, 'code', isOnline);
  return (
    <form id={formId} className={styles.steps} onSubmit={finish.onSubmit}>
      <div className={styles.step}>
        <p>1. Scan this with your authenticator app, or enter the key by hand.</p>
        <div className={styles.key}>
          <img className={styles.picture} src={enrolment.qrCode} alt="QR code for your authenticator app" />
          <div className={styles.byHand}>
            <p className={styles.label} id={`${formId}-key`}>
              Key
            </p>
            <code className={styles.secret} aria-labelledby={`${formId}-key`}>
              {grouped(enrolment.secret)}
            </code>
            <CopyButton text={enrolment.secret} label="Copy key" />
            <a className={styles.here} href={enrolment.uri}>
              Open in an app on this device
            </a>
          </div>
        </div>
      </div>
      <div className={styles.step}>
        <p>2. Enter the code the app shows.</p>
        <CodeField value={code} onChange={setCode} error={said.field} />
      </div>
      {said.form === null ? null : <FormBanner tone="error">{said.form}</FormBanner>}
    </form>
  );
}

/** In groups of four, as one reads it to oneself. */
const grouped = (secret: string) => secret.replaceAll(/(.{4})(?=.)/g, '$1 ');
