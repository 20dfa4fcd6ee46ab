import { chatRoutes } from '@hereabouts/contract/chat';
import { nowIso } from '#server/clock.ts';
import type { Context } from '#server/context.ts';
import type { Serve } from '#server/http/serve.ts';
import { requireEpoch } from '#server/instance/epoch.ts';
import { presentPage, presentProgress } from './present.ts';
import { removeMessage } from './removal-service.ts';
import { createSending, sendMessage } from './send-service.ts';
import { markChatRead, openChat } from './service.ts';

export function serveChat(ctx: Context, serve: Serve): void {
  const sending = createSending(ctx);

  serve(chatRoutes.listMessages, async ({ viewer, params, query }) =>
    presentPage(viewer, await openChat(ctx, viewer, params.eventId, query)),
  );

  serve(
    chatRoutes.sendMessage,
    async ({ viewer, params, body: { epoch, ...message }, request }) => {
      requireEpoch(ctx, epoch);
      return await sendMessage(ctx, sending, viewer, params.eventId, {
        ...message,
        now: nowIso(ctx),
        ip: request.ip,
      });
    },
    { hasOwnTurn: true },
  );

  serve(chatRoutes.removeMessage, async ({ viewer, params }) => {
    await removeMessage(ctx, viewer, params.eventId, params.messageId);
    return undefined;
  });

  serve(chatRoutes.markChatRead, async ({ viewer, params, body }) =>
    presentProgress(
      await markChatRead(ctx, viewer, params.eventId, {
        seq: body.seq,
        shownSeq: body.shown_seq ?? body.seq,
      }),
    ),
  );
}
