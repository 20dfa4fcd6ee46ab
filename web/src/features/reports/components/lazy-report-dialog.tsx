import { lazyDialog } from '#web/ui/overlays/lazy-dialog.tsx';

/** The report form, loaded when it is first asked for. */
export const LazyReportDialog = lazyDialog(() =>
  import('./report-dialog.tsx').then((part) => part.ReportDialog),
);
