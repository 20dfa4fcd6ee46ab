import { sessionRoutes } from '@hereabouts/contract/sessions';
import type { Context } from '#server/context.ts';
import type { Serve } from '#server/http/serve.ts';
import { presentSessions } from './present.ts';
import { endOtherSessions, endSession } from './service.ts';

export function serveSessions(ctx: Context, serve: Serve): void {
  serve(sessionRoutes.listSessions, async ({ viewer }) =>
    presentSessions(await ctx.auth.listSessions(viewer.userId), viewer.sessionId),
  );

  serve(sessionRoutes.endSession, async ({ viewer, params }) => {
    await endSession(ctx, viewer, params.sessionId);
    return undefined;
  });

  serve(sessionRoutes.endOtherSessions, async ({ viewer }) => {
    await endOtherSessions(ctx, viewer);
    return undefined;
  });
}
