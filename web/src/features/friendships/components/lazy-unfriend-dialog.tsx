import { lazyDialog } from '#web/ui/overlays/lazy-dialog.tsx';

/** The question before unfriending, loaded when it is first asked. */
export const LazyUnfriendDialog = lazyDialog(() =>
  import('./unfriend-dialog.tsx').then((module) => module.UnfriendDialog),
);
