import { Link2Off } from 'lucide-react';
import type { ReactNode } from 'react';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';

/** In place of what a link from a mail was for, when it works no longer. */
export function ExpiredLink({ action }: { action?: ReactNode }) {
  return (
    <div role="alert">
      <EmptyState icon={<Link2Off />} title="This link has expired or has been used already." action={action}>
        A link works once, and for a short time only.
      </EmptyState>
    </div>
  );
}
