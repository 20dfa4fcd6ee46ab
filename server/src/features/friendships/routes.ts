import { friendshipRoutes } from '@hereabouts/contract/friendships';
import { turnKey } from '#server/rate-limits/address-key.ts';
import type { Context } from '#server/context.ts';
import type { Serve } from '#server/http/serve.ts';
import { presentContact, presentFriendship } from './present.ts';
import { acceptFriendRequest, deleteFriendship, listContacts, sendFriendRequest } from './service.ts';

export function serveFriendships(ctx: Context, serve: Serve): void {
  serve(
    friendshipRoutes.listContacts,
    async ({ viewer, query, request }) => {
      const from = turnKey(request.ip);
      const { rows, nextCursor, counts } = await listContacts(ctx, viewer, { ...query, from });
      return { contacts: rows.map((row) => presentContact(row, query.tab)), next_cursor: nextCursor, counts };
    },
    { hasOwnTurn: true },
  );

  serve(friendshipRoutes.sendFriendRequest, async ({ viewer, body }) =>
    presentFriendship(await sendFriendRequest(ctx, viewer, body.addressee_id)),
  );

  serve(friendshipRoutes.acceptFriendRequest, async ({ viewer, params }) =>
    presentFriendship(await acceptFriendRequest(ctx, viewer, params.friendshipId)),
  );

  serve(friendshipRoutes.deleteFriendship, async ({ viewer, params, query }) => {
    await deleteFriendship(ctx, viewer, { id: params.friendshipId, ...query });
    return undefined;
  });
}
