import { guestMergeRoutes } from '@hereabouts/contract/guest-merge';
import type { Context } from '#server/context.ts';
import type { Serve } from '#server/http/serve.ts';
import { mergeGuest } from './service.ts';

export function serveGuestMerge(ctx: Context, serve: Serve): void {
  serve(guestMergeRoutes.mergeGuest, async ({ viewer, body, request }) => {
    await mergeGuest(ctx, viewer, body.guest_token, request);
    return undefined;
  });
}
