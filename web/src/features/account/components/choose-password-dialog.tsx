import { useRef } from 'react';
import { useViewerId } from '#web/auth/use-session.ts';
import { showAlert, showNotice } from '#web/ui/feedback/toast-store.ts';
import { useIsOpen } from '#web/ui/overlays/use-is-open.ts';
import * as recurring from '#web/texts/recurring.ts';
import * as texts from '#web/texts/account.tsx';
import { problemText } from '../problem-text.ts';
import { useChoosePassword } from '../use-choose-password.ts';
import { FormDialog } from './form-dialog.tsx';
import { PasswordChoiceFields } from './password-choice-fields.tsx';

type Props = { open: boolean; onClose: () => void };

export function ChoosePasswordDialog({ open, onClose }: Props) {
  const first = useRef<HTMLInputElement>(null);
  const choice = useChoosePassword(
    useViewerId(),
    () => {
      close();
      showNotice(texts.yourPasswordHasBeenSaved);
    },
    (problem) => {
      if (!isOpen.current) showAlert(problemText(problem, recurring.somethingWentWrong));
    },
  );
  const isOpen = useIsOpen(open, choice.clearProblem);

  function close() {
    choice.clear();
    onClose();
  }

  return (
    <FormDialog
      open={open}
      onClose={close}
      title={texts.chooseAPassword}
      description={texts.noPasswordYet}
      initialFocus={first}
      busy={choice.busy}
      problem={choice.problem}
      reasons={choice.reasons}
      onSubmit={choice.onSubmit}
    >
      <PasswordChoiceFields choice={choice} ref={first} />
    </FormDialog>
  );
}
