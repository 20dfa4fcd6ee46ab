import { guestRemovalRoutes } from '@hereabouts/contract/guest-removals';
import type { Context } from '#server/context.ts';
import type { Serve } from '#server/http/serve.ts';
import { letBackIn, listRemoved, removeGuest } from './service.ts';

export function serveGuestRemovals(ctx: Context, serve: Serve): void {
  serve(guestRemovalRoutes.removeGuest, async ({ viewer, params }) => {
    await removeGuest(ctx, viewer, params.eventId, params.userId);
    return undefined;
  });

  serve(guestRemovalRoutes.listRemoved, async ({ viewer, params }) => ({
    removed: await listRemoved(ctx, viewer, params.eventId),
  }));

  serve(guestRemovalRoutes.letBackIn, async ({ viewer, params }) => {
    await letBackIn(ctx, viewer, params.eventId, params.userId);
    return undefined;
  });
}
