import { AUTH_TEXTS } from '@hereabouts/contract/auth';
import { DoorClosed } from 'lucide-react';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import * as texts from '#web/texts/account.tsx';

/** Source: OPS-04. */
export const SignUpsClosed = () => (
  <EmptyState icon={<DoorClosed />} title={AUTH_TEXTS.signUpsClosed}>
    {texts.signUpsClosedHelp}
  </EmptyState>
);
