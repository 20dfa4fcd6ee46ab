import { inviteRoutes } from '@hereabouts/contract/invites';
import type { Context } from '#server/context.ts';
import { createGroupTurn } from '#server/http/queues/group-turn.ts';
import type { Call, Serve } from '#server/http/serve.ts';
import { requireEpoch } from '#server/instance/epoch.ts';
import { inviteFriends, listInvitable } from './invite-service.ts';
import { presentInvitable, presentSeat } from './present.ts';
import { respondToInvite } from './service.ts';

/** Answers to one event wait for one lock, each with a connection to the database. */
const ANSWERS = { running: 2, waiting: Infinity };

type Answer = Call<typeof inviteRoutes.respondToInvite>;

export function serveInvites(ctx: Context, serve: Serve): void {
  const answersOfEvent = createGroupTurn(ANSWERS);

  serve(inviteRoutes.listInvitable, async ({ viewer, params, query }) => {
    const { event, page } = await listInvitable(ctx, viewer, params.eventId, query);
    return presentInvitable(event, page);
  });

  serve(inviteRoutes.inviteFriends, async ({ viewer, params, body }) => ({
    invited: await inviteFriends(ctx, viewer, params.eventId, body.user_ids),
  }));

  const inTurnOfEvent = <T>({ viewer, params }: Answer, work: () => Promise<T>) =>
    answersOfEvent({ userId: viewer.userId, group: `${params.eventId}` }, work);
  serve(
    inviteRoutes.respondToInvite,
    async (call) => {
      const { viewer, params, body } = call;
      const { epoch, ...answer } = body;
      requireEpoch(ctx, epoch);
      const respond = () => respondToInvite(ctx, viewer, params.eventId, answer);
      const hasTurn = answer.status === 'declined' && !viewer.isAnonymous;
      return presentSeat(await (hasTurn ? respond() : inTurnOfEvent(call, respond)));
    },
    // Waiting for the event must not occupy a slot that other revocations need.
    { outerQueue: inTurnOfEvent },
  );
}
