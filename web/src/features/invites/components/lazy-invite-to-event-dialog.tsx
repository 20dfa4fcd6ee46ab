import { lazyDialog } from '#web/ui/overlays/lazy-dialog.tsx';

export const LazyInviteToEventDialog = lazyDialog(() =>
  import('./invite-to-event-dialog.tsx').then((module) => module.InviteToEventDialog),
);
