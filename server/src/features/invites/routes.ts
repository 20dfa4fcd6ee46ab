import { inviteRoutes } from '@hereabouts/contract/invites';
import type { Context } from '#server/context.ts';
import type { Serve } from '#server/http/serve.ts';
import { requireEpoch } from '#server/instance/epoch.ts';
import { presentInvitable, presentSeat } from './present.ts';
import { inviteFriends, listInvitable, respondToInvite } from './service.ts';

export function serveInvites(ctx: Context, serve: Serve): void {
  serve(inviteRoutes.listInvitable, async ({ viewer, params, query }) => {
    const { event, page } = await listInvitable(ctx, viewer, params.eventId, query);
    return presentInvitable(event, page);
  });

  serve(inviteRoutes.inviteFriends, async ({ viewer, params, body }) => ({
    invited: await inviteFriends(ctx, viewer, params.eventId, body.user_ids),
  }));

  serve(inviteRoutes.respondToInvite, async ({ viewer, params, body: { epoch, ...answer } }) => {
    requireEpoch(ctx, epoch);
    return presentSeat(await respondToInvite(ctx, viewer, params.eventId, answer));
  });
}
