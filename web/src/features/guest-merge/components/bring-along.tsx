import { hasReplacedGuest } from '#web/auth/replaced-guest-storage.ts';
import { useIsAnonymous } from '#web/auth/use-session.ts';
import { lazyComponent } from '#web/ui/feedback/lazy-component.tsx';
import * as recurring from '#web/texts/recurring.ts';

const BringAlongDialog = lazyComponent<{ viewerId: string }>(
  () => import('./bring-along-dialog.tsx').then((module) => module.BringAlongDialog),
  { loading: null, failedTitle: recurring.couldNotLoadThisPart },
);

/** For somebody who signed in to an account where they had been a guest; nothing for everybody else. */
export function BringAlong({ viewerId }: { viewerId: string }) {
  const isAnonymous = useIsAnonymous();
  return !isAnonymous && hasReplacedGuest() ? <BringAlongDialog viewerId={viewerId} /> : null;
}
