import { inviteRoutes } from '@hereabouts/contract/invites';
import type { Context } from '#server/context.ts';
import { createGroupTurn } from '#server/http/queues/group-turn.ts';
import type { Call, Serve } from '#server/http/serve.ts';
import { turnKey } from '#server/rate-limits/address-key.ts';
import { requireEpoch } from '#server/instance/epoch.ts';
import { inviteFriends, listInvitable } from './invite-service.ts';
import { presentInvitable, presentSeat } from './present.ts';
import { requireGuest, respondToInvite } from './service.ts';

/** Answers to one event wait for one lock, each with a connection to the database. */
const ANSWERS = { running: 2, waiting: Infinity };
/** Per network address and event: an answer keeps its slot while it waits for its address's turn at the database. */
const ANSWERS_OF_ADDRESS = { running: 1, waiting: Infinity };

type Answer = Call<typeof inviteRoutes.respondToInvite>;

export function serveInvites(ctx: Context, serve: Serve): void {
  const answersOfEvent = createGroupTurn(ANSWERS);
  const answersOfAddress = createGroupTurn(ANSWERS_OF_ADDRESS);

  serve(inviteRoutes.listInvitable, async ({ viewer, params, query }) => {
    const { event, page } = await listInvitable(ctx, viewer, params.eventId, query);
    return presentInvitable(event, page);
  });

  serve(inviteRoutes.inviteFriends, async ({ viewer, params, body }) => ({
    invited: await inviteFriends(ctx, viewer, params.eventId, body.user_ids),
  }));

  const inTurnOfEvent = async <T>(
    { viewer, params: { eventId }, request }: Answer,
    work: () => Promise<T>,
  ) => {
    // People who are not on the list must not delay those who are.
    await requireGuest(ctx.db, viewer, eventId);
    const { userId } = viewer;
    const from = turnKey(request.ip);
    return await answersOfAddress({ userId, group: `${eventId} ${from}` }, () =>
      answersOfEvent({ userId, group: `${eventId}`, kind: from }, work),
    );
  };
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
