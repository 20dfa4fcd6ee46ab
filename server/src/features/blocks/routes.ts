import { blockRoutes } from '@hereabouts/contract/blocks';
import type { Context } from '#server/context.ts';
import type { Serve } from '#server/http/serve.ts';
import { presentBlocked } from './present.ts';
import { blockUser, listBlocked, unblockUser } from './service.ts';

export function serveBlocks(ctx: Context, serve: Serve): void {
  serve(blockRoutes.listBlocks, async ({ viewer, query }) => {
    const { rows, nextCursor } = await listBlocked(ctx, viewer, query);
    return { people: rows.map(presentBlocked), next_cursor: nextCursor };
  });

  serve(blockRoutes.blockUser, async ({ viewer, params }) => {
    await blockUser(ctx, viewer, params.userId);
    return undefined;
  });

  serve(blockRoutes.unblockUser, async ({ viewer, params }) => {
    await unblockUser(ctx, viewer, params.userId);
    return undefined;
  });
}
