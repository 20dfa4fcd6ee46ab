import { pushRoutes } from '@hereabouts/contract/push';
import type { Context } from '#server/context.ts';
import type { Serve } from '#server/http/serve.ts';
import { getPush, listShown, subscribe, unsubscribe } from './service.ts';

export function servePush(ctx: Context, serve: Serve): void {
  serve(pushRoutes.getPush, ({ viewer }) => getPush(ctx, viewer));

  serve(pushRoutes.subscribeToPush, async ({ viewer, body }) => {
    await subscribe(ctx, viewer, body);
    return undefined;
  });

  serve(pushRoutes.unsubscribeFromPush, async ({ viewer }) => {
    await unsubscribe(ctx, viewer);
    return undefined;
  });

  serve(pushRoutes.listShownNews, ({ viewer }) => listShown(ctx, viewer));
}
