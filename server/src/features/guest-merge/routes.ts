import { guestMergeRoutes } from '@hereabouts/contract/guest-merge';
import type { Context } from '#server/context.ts';
import { createInTurn, runningPerKey } from '#server/http/queues/in-turn.ts';
import type { Serve } from '#server/http/serve.ts';
import { turnKey } from '#server/rate-limits/address-key.ts';
import { mergeGuest } from './service.ts';

/** A queue of their own: a merge may take minutes and would keep a place from other requests of the address. */
const MERGES = { running: 8, runningPerKey: 2, waiting: Infinity };
/** For the one connection of the embedded database. */
const MERGES_EMBEDDED = { running: 2, runningPerKey: 1, waiting: Infinity };

export function serveGuestMerge(ctx: Context, serve: Serve): void {
  const ofPerson = createInTurn(runningPerKey(1));
  const ofAddress =
    ctx.db.engine === 'pglite' ? createInTurn(MERGES_EMBEDDED, ctx.clock) : createInTurn(MERGES);
  serve(
    guestMergeRoutes.mergeGuest,
    async ({ viewer, body, request, requireSession }) => {
      await ofPerson(viewer.userId, () =>
        ofAddress(turnKey(request.ip), async () => {
          await requireSession();
          await mergeGuest(ctx, viewer, body.guest_token, request);
        }),
      );
      return undefined;
    },
    { hasOwnTurn: true },
  );
}
