import { lazyDialog } from '#web/ui/overlays/lazy-dialog.tsx';

export const LazyUnfriendDialog = lazyDialog(() =>
  import('./unfriend-dialog.tsx').then((module) => module.UnfriendDialog),
);
