import { inviteRoutes } from '@hereabouts/contract/invites';
import type { Context } from '#server/context.ts';
import { createGroupTurn } from '#server/http/queues/group-turn.ts';
import type { Serve } from '#server/http/serve.ts';
import { requireEpoch } from '#server/instance/epoch.ts';
import { inviteFriends, listInvitable } from './invite-service.ts';
import { presentInvitable, presentSeat } from './present.ts';
import { respondToInvite } from './service.ts';

/** Answers to one event wait for one lock, each with a connection to the database. */
const ANSWERS = { running: 2, waiting: Infinity };

export function serveInvites(ctx: Context, serve: Serve): void {
  const answersOfEvent = createGroupTurn(ANSWERS);

  serve(inviteRoutes.listInvitable, async ({ viewer, params, query }) => {
    const { event, page } = await listInvitable(ctx, viewer, params.eventId, query);
    return presentInvitable(event, page);
  });

  serve(inviteRoutes.inviteFriends, async ({ viewer, params, body }) => ({
    invited: await inviteFriends(ctx, viewer, params.eventId, body.user_ids),
  }));

  serve(
    inviteRoutes.respondToInvite,
    async ({ viewer, params, body: { epoch, ...answer } }) => {
      requireEpoch(ctx, epoch);
      const asker = { userId: viewer.userId, group: `${params.eventId}` };
      const respond = () => respondToInvite(ctx, viewer, params.eventId, answer);
      return presentSeat(await answersOfEvent(asker, respond));
    },
    { waitsForOthers: true },
  );
}
