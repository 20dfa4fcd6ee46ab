import { lazyDialog } from '#web/ui/overlays/lazy-dialog.tsx';

/** The question before blocking, loaded when it is first asked. */
export const LazyBlockDialog = lazyDialog(() =>
  import('./block-dialog.tsx').then((module) => module.BlockDialog),
);
