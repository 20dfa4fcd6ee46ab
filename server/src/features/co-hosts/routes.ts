import { coHostRoutes } from '@hereabouts/contract/co-hosts';
import type { Context } from '#server/context.ts';
import type { Serve } from '#server/http/serve.ts';
import { addCoHost, removeCoHost } from './service.ts';

export function serveCoHosts(ctx: Context, serve: Serve): void {
  serve(coHostRoutes.addCoHost, async ({ viewer, params }) => {
    await addCoHost(ctx, viewer, params.eventId, params.userId);
    return undefined;
  });

  serve(coHostRoutes.removeCoHost, async ({ viewer, params }) => {
    await removeCoHost(ctx, viewer, params.eventId, params.userId);
    return undefined;
  });
}
