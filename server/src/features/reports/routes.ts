import { reportRoutes } from '@hereabouts/contract/reports';
import type { Context } from '#server/context.ts';
import type { Serve } from '#server/http/serve.ts';
import { handleReportMails, report } from './service.ts';

export function serveReports(ctx: Context, serve: Serve): void {
  handleReportMails(ctx);

  serve(reportRoutes.report, async ({ viewer, body }) => {
    await report(ctx, viewer, body);
    return undefined;
  });
}
