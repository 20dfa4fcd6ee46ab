import { UserRoundKey } from 'lucide-react';
import { useLocation } from 'react-router';
import { withNext } from '#web/lib/navigation/safe-target.ts';
import { ButtonLink } from '#web/ui/buttons/button.tsx';
import { EmptyState } from './empty-state.tsx';

/** Why a guest without an account cannot do this, and the way to one. Source: GUEST-01. */
export function AccountNeeded({ children }: { children?: string }) {
  const { pathname, search } = useLocation();
  return (
    <EmptyState
      icon={<UserRoundKey aria-hidden="true" />}
      title="You need an account for this."
      action={<ButtonLink to={withNext('/register', pathname + search)}>Create an account</ButtonLink>}
    >
      {children ??
        'You are here as a guest. With an account you make plans of your own, find friends and share where you are. You keep your answers and messages.'}
    </EmptyState>
  );
}
