import { lazyDialog } from '#web/ui/overlays/lazy-dialog.tsx';

export const LazyConsentDialog = lazyDialog(() =>
  import('./consent-dialog.tsx').then((module) => module.ConsentDialog),
);
