import { useEffect, useRef, useState, type RefObject } from 'react';
import { passSecondStep, type SecondStepProof } from '#web/auth/two-step.ts';
import { useFocusOnArrival } from '#web/lib/navigation/focus-on-arrival.ts';
import { useOnline } from '#web/lib/device/use-online.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { FormBanner } from '#web/ui/forms/form-banner.tsx';
import { TextField } from '#web/ui/forms/text-field.tsx';
import * as recurring from '#web/texts/recurring.ts';
import * as texts from '#web/texts/two-step.ts';
import { secondStepProblem } from '../second-step-problem.ts';
import { useSubmit } from '../use-submit.ts';
import { CodeField } from './code-field.tsx';
import styles from './second-step-form.module.css';

type Props = {
  onPassed: (kind: SecondStepProof['kind']) => void;
  /** For a button outside the form. */
  formId?: string;
  onBusy?: (busy: boolean) => void;
};

/** Source: MFA-03. */
export function SecondStepForm({ onPassed, formId, onBusy }: Props) {
  const [kind, setKind] = useState<SecondStepProof['kind']>('code');
  const [code, setCode] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const isOnline = useOnline();
  useFocusOnArrival(field);
  const form = useSubmit(
    () => passSecondStep({ kind, code }),
    () => onPassed(kind),
  );
  const { busy, problem } = form;
  useEffect(() => onBusy?.(busy), [busy, onBusy]);
  // New input replaces a refused code.
  useEffect(() => {
    if (problem !== null) field.current?.select();
  }, [problem]);
  const said = secondStepProblem(problem, kind, isOnline);

  const switchKind = () => {
    setKind(kind === 'code' ? 'recovery' : 'code');
    setCode('');
    form.clear();
  };

  return (
    <form id={formId} className={styles.form} onSubmit={form.onSubmit}>
      <div className={styles.proof}>
        <ProofField key={kind} kind={kind} value={code} onChange={setCode} error={said.field} ref={field} />
        <Button variant="quiet" size="small" className={styles.switch} onClick={switchKind}>
          {kind === 'code' ? texts.switchToRecoveryCode : texts.switchToAppCode}
        </Button>
      </div>
      {said.form === null ? null : <FormBanner tone="error">{said.form}</FormBanner>}
      {formId === undefined && (
        <Button type="submit" wide busy={busy} busyLabel={texts.checking}>
          {recurring.continueWord}
        </Button>
      )}
    </form>
  );
}

type FieldProps = {
  kind: SecondStepProof['kind'];
  value: string;
  onChange: (code: string) => void;
  error: string | null;
  ref: RefObject<HTMLInputElement | null>;
};

function ProofField({ kind, value, onChange, error, ref }: FieldProps) {
  if (kind === 'code') {
    const help = texts.codeHelp;
    return <CodeField ref={ref} value={value} onChange={onChange} error={error} help={help} autoFocus />;
  }
  return (
    <TextField
      ref={ref}
      label={texts.recoveryCode}
      name="recovery-code"
      required
      autoFocus
      autoComplete="off"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      maxLength={64}
      help={texts.recoveryCodeHelp}
      value={value}
      error={error}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
