import type { ComponentProps } from 'react';
import { FreshCodeDialog } from './fresh-code-dialog.tsx';

type Props<T> = Pick<ComponentProps<typeof FreshCodeDialog<T>>, 'open' | 'onClose' | 'act' | 'onDone'>;

export function DisableTwoStepDialog(props: Props<null>) {
  return (
    <FreshCodeDialog
      {...props}
      title="Turn off two-step sign-in?"
      description="Your password alone will open your account, your recovery codes stop working, and your other devices will be signed out."
      confirmLabel="Turn off"
      busyLabel="Turning off..."
      danger
    />
  );
}

export function NewCodesDialog(props: Props<string[]>) {
  return (
    <FreshCodeDialog
      {...props}
      title="Make new recovery codes?"
      description="You will get ten new codes. The ones you have now will stop working."
      confirmLabel="Make new codes"
      busyLabel="Making..."
    />
  );
}
