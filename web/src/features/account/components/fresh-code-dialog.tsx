import { useId, useState } from 'react';
import type { AuthOutcome } from '#web/auth/outcome.ts';
import { asksForCode } from '#web/auth/two-step.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import * as recurring from '#web/texts/recurring.ts';
import * as texts from '#web/texts/account.tsx';
import { useSubmit } from '../use-submit.ts';
import { AuthProblemBanner } from './auth-problem.tsx';
import { SecondStepForm } from './second-step-form.tsx';

type Props<T> = {
  open: boolean;
  onClose: () => void;
  title: string;
  description: string;
  confirmLabel: string;
  busyLabel: string;
  danger?: boolean;
  act: () => Promise<AuthOutcome<T>>;
  onDone: (value: T) => void;
};

/** Confirms a change of the second step, with a code first if the service requires one (MFA-02). */
export function FreshCodeDialog<T>(props: Props<T>) {
  const { open, onClose, title, description, confirmLabel, busyLabel, danger = false, act, onDone } = props;
  const formId = useId();
  const [asks, setAsks] = useState(false);
  const [isChecking, setChecking] = useState(false);
  const form = useSubmit(
    async () => {
      const outcome = await act();
      setAsks(!outcome.ok && asksForCode(outcome.problem));
      return outcome;
    },
    (value) => onDone(value),
  );
  const close = () => {
    setAsks(false);
    form.clear();
    onClose();
  };
  const variant = danger ? 'danger' : 'primary';

  return (
    <Dialog
      open={open}
      onClose={close}
      title={title}
      description={asks ? texts.freshCodeHelp : description}
      footer={
        <>
          <Button variant="secondary" onClick={close}>
            {recurring.cancel}
          </Button>
          {asks ? (
            <Button
              type="submit"
              form={formId}
              variant={variant}
              busy={isChecking || form.busy}
              busyLabel={texts.checking}
            >
              {confirmLabel}
            </Button>
          ) : (
            <Button variant={variant} busy={form.busy} busyLabel={busyLabel} onClick={form.submit}>
              {confirmLabel}
            </Button>
          )}
        </>
      }
    >
      {asks ? (
        <SecondStepForm formId={formId} onBusy={setChecking} onPassed={form.submit} />
      ) : (
        <AuthProblemBanner problem={form.problem} fallback={recurring.somethingWentWrong} />
      )}
    </Dialog>
  );
}
