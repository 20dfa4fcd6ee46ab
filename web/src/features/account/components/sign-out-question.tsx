import type { ReactNode } from 'react';
import { lazyDialog } from '#web/ui/overlays/lazy-dialog.tsx';
import * as texts from '#web/texts/profile.tsx';

const ConfirmDialog = lazyDialog(() =>
  import('#web/ui/overlays/confirm-dialog.tsx').then((module) => module.ConfirmDialog),
);

type Props = {
  open: boolean;
  title: string;
  confirmLabel: string;
  isLeaving: boolean;
  onLeave: () => void;
  onCancel: () => void;
  children: ReactNode;
};

/** Before a sign-out that loses something. */
export function SignOutQuestion({ isLeaving, onLeave, ...dialog }: Props) {
  return (
    <ConfirmDialog {...dialog} danger busy={isLeaving} busyLabel={texts.signingOut} onConfirm={onLeave} />
  );
}
