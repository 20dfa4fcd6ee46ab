import { userRoutes } from '@hereabouts/contract/users';
import type { Context } from '#server/context.ts';
import type { Serve } from '#server/http/serve.ts';
import { createNameLimit } from './policy.ts';
import { presentMe, presentProfile } from './present.ts';
import { getMe, getUser, recordFirstSteps, updateMe } from './service.ts';

export function serveUsers(ctx: Context, serve: Serve): void {
  const countName = createNameLimit(ctx.clock);

  serve(userRoutes.getMe, async ({ viewer }) => presentMe(await getMe(ctx, viewer)));

  serve(userRoutes.updateMe, async ({ viewer, body }) => {
    if (body.name !== undefined) countName(viewer.userId);
    return presentMe(await updateMe(ctx, viewer, body));
  });

  serve(userRoutes.recordFirstSteps, async ({ viewer, body }) => {
    await recordFirstSteps(ctx, viewer, body);
    return undefined;
  });

  serve(userRoutes.getUser, async ({ viewer, params }) => {
    ctx.lookups.openRecord(viewer.userId, 'user', params.userId);
    return presentProfile(await getUser(ctx, viewer, params.userId), viewer);
  });
}
