import { lazyDialog } from '#web/ui/overlays/lazy-dialog.tsx';

export const LazyReportDialog = lazyDialog(() =>
  import('./report-dialog.tsx').then((module) => module.ReportDialog),
);
