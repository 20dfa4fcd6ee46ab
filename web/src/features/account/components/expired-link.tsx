import { Link2Off } from 'lucide-react';
import type { ReactNode } from 'react';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import * as texts from '#web/texts/account.tsx';

export function ExpiredLink({ action }: { action?: ReactNode }) {
  return (
    <div role="alert">
      <EmptyState icon={<Link2Off />} title={texts.linkExpired} action={action}>
        {texts.linkExpiredHelp}
      </EmptyState>
    </div>
  );
}
