import { reportRoutes } from '@hereabouts/contract/reports';
import type { Context } from '#server/context.ts';
import type { Serve } from '#server/http/serve.ts';
import { createReportMails, report } from './service.ts';

export function serveReports(ctx: Context, serve: Serve): () => Promise<void> {
  const deliveries = createReportMails(ctx);

  serve(reportRoutes.report, async ({ viewer, body }) => {
    await report(ctx, deliveries, viewer, body);
    return undefined;
  });

  return () => deliveries.close();
}
