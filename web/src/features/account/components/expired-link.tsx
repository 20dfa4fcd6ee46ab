import { Link2Off, TimerOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import * as texts from '#web/texts/codes-and-links.ts';

export function ExpiredLink({ action, isCode = false }: { action?: ReactNode; isCode?: boolean }) {
  return (
    <div role="alert">
      <EmptyState
        icon={isCode ? <TimerOff /> : <Link2Off />}
        title={isCode ? texts.codeOver : texts.linkExpired}
        action={action}
      >
        {isCode ? texts.codeOverHelp : texts.linkExpiredHelp}
      </EmptyState>
    </div>
  );
}
