import { useId, type ReactNode, type RefObject, type SubmitEvent } from 'react';
import type { AuthProblem } from '#web/auth/outcome.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import * as recurring from '#web/texts/recurring.ts';
import { AuthProblemBanner } from './auth-problem.tsx';
import styles from './form.module.css';

type Props = {
  open: boolean;
  onClose: () => void;
  title: string;
  description: string;
  initialFocus: RefObject<HTMLElement | null>;
  busy: boolean;
  problem: AuthProblem | null;
  /** Of a weak password: see `useRefusal`. */
  reasons?: readonly string[] | undefined;
  onSubmit: (event: SubmitEvent) => void;
  children: ReactNode;
};

export function FormDialog({ busy, problem, reasons, onSubmit, children, ...dialog }: Props) {
  const formId = useId();
  return (
    <Dialog
      {...dialog}
      footer={
        <>
          <Button variant="secondary" onClick={dialog.onClose}>
            {recurring.cancel}
          </Button>
          <Button type="submit" form={formId} busy={busy} busyLabel={recurring.saving}>
            {recurring.save}
          </Button>
        </>
      }
    >
      <form id={formId} className={styles.form} onSubmit={onSubmit}>
        {children}
        <AuthProblemBanner problem={problem} reasons={reasons} fallback={recurring.somethingWentWrong} />
      </form>
    </Dialog>
  );
}
