import { PUSH_TEXTS, pushRoutes } from '@hereabouts/contract/push';
import type { Context } from '#server/context.ts';
import { HttpError } from '#server/http/errors.ts';
import type { Serve } from '#server/http/serve.ts';
import { getPush, listShown, subscribe, unsubscribe } from './service.ts';

export function servePush(ctx: Context, serve: Serve): void {
  serve(pushRoutes.getPush, ({ viewer }) => getPush(ctx, viewer));

  serve(pushRoutes.subscribeToPush, async ({ viewer, body, request }) => {
    if (!(await ctx.auth.isFromItsBrowser(request, viewer))) {
      throw new HttpError('forbidden', PUSH_TEXTS.otherBrowser);
    }
    await subscribe(ctx, viewer, body);
    return undefined;
  });

  serve(pushRoutes.unsubscribeFromPush, async ({ viewer }) => {
    await unsubscribe(ctx, viewer);
    return undefined;
  });

  serve(pushRoutes.listShownNews, ({ viewer }) => listShown(ctx, viewer));
}
