import { useState } from 'react';
import { readGuestLeft } from '#web/auth/guest-left.ts';
import { useIsGuest } from '#web/auth/use-session.ts';
import { lazyDialog } from '#web/ui/overlays/lazy-dialog.tsx';

const BringAlongDialog = lazyDialog(() =>
  import('./bring-along-dialog.tsx').then((module) => module.BringAlongDialog),
);

/** For somebody who signed in to an account where they had been a guest; nothing for everybody else. */
export function BringAlong({ viewerId }: { viewerId: string }) {
  const isGuest = useIsGuest();
  const [left] = useState(readGuestLeft);
  const [isOpen, setIsOpen] = useState(true);
  if (left === null || isGuest || left.userId === viewerId) return null;
  return <BringAlongDialog open={isOpen} guestName={left.name} onClose={() => setIsOpen(false)} />;
}
