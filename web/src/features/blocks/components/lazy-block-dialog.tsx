import { lazyDialog } from '#web/ui/overlays/lazy-dialog.tsx';

export const LazyBlockDialog = lazyDialog(() =>
  import('./block-dialog.tsx').then((module) => module.BlockDialog),
);
