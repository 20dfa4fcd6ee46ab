import type { ComponentProps } from 'react';
import * as recurring from '#web/texts/recurring.ts';
import * as texts from '#web/texts/two-step.ts';
import { FreshCodeDialog } from './fresh-code-dialog.tsx';

type Props<T> = Pick<ComponentProps<typeof FreshCodeDialog<T>>, 'open' | 'onClose' | 'act' | 'onDone'>;

export function DisableTwoStepDialog(props: Props<null>) {
  return (
    <FreshCodeDialog
      {...props}
      title={texts.turnOffTwoStepSignIn}
      description={texts.turnOffWarning}
      confirmLabel={texts.turnOff}
      busyLabel={recurring.turningOff}
      danger
    />
  );
}

export function NewCodesDialog(props: Props<string[]>) {
  return (
    <FreshCodeDialog
      {...props}
      title={texts.makeNewRecoveryCodes}
      description={texts.makeNewCodesWarning}
      confirmLabel={texts.makeNewCodes}
      busyLabel={texts.making}
    />
  );
}
