import { UserRoundKey } from 'lucide-react';
import { useLocation } from 'react-router';
import { withNext } from '#web/lib/navigation/safe-target.ts';
import { ButtonLink } from '#web/ui/buttons/button.tsx';
import * as recurring from '#web/texts/recurring.ts';
import * as texts from '#web/texts/ui.tsx';
import { EmptyState } from './empty-state.tsx';

/** Why a guest without an account cannot do this, and the way to one. Source: GUEST-01. */
export function AccountNeeded({ children }: { children?: string }) {
  const { pathname, search } = useLocation();
  return (
    <EmptyState
      icon={<UserRoundKey aria-hidden="true" />}
      title={texts.accountNeeded}
      action={
        <ButtonLink to={withNext('/register', pathname + search)}>{recurring.createAnAccount}</ButtonLink>
      }
    >
      {children ?? texts.accountNeededGuestNote}
    </EmptyState>
  );
}
