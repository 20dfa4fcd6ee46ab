import { friendLinkRoutes } from '@hereabouts/contract/friend-links';
import type { Context } from '#server/context.ts';
import type { Serve } from '#server/http/serve.ts';
import { presentLink, presentOffer } from './present.ts';
import {
  befriendByLink,
  createFriendLink,
  createGuessLimit,
  getFriendLink,
  openFriendLink,
  revokeFriendLink,
} from './service.ts';

export function serveFriendLinks(ctx: Context, serve: Serve): void {
  const guesses = createGuessLimit(ctx);

  serve(friendLinkRoutes.getFriendLink, async ({ viewer }) => {
    const link = await getFriendLink(ctx, viewer);
    return { link: link && presentLink(link) };
  });

  serve(friendLinkRoutes.createFriendLink, async ({ viewer }) =>
    presentLink(await createFriendLink(ctx, viewer)),
  );

  serve(friendLinkRoutes.revokeFriendLink, async ({ viewer }) => {
    await revokeFriendLink(ctx, viewer);
    return undefined;
  });

  serve(friendLinkRoutes.openFriendLink, async ({ viewer, params }) =>
    presentOffer(await openFriendLink(ctx, guesses, viewer, params.token), viewer),
  );

  serve(friendLinkRoutes.befriendByLink, async ({ viewer, params }) => {
    const { ownerId, wereFriends } = await befriendByLink(ctx, guesses, viewer, params.token);
    return { user_id: ownerId, were_friends: wereFriends };
  });
}
