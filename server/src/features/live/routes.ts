import { liveRoutes } from '@hereabouts/contract/live';
import type { Context } from '#server/context.ts';
import type { Serve } from '#server/http/serve.ts';
import { presentLive } from './present.ts';
import { createBeaconLimit, getLive, lightBeacon } from './service.ts';

export function serveLive(ctx: Context, serve: Serve): void {
  const limit = createBeaconLimit(ctx);

  serve(liveRoutes.getLive, async ({ viewer, params }) =>
    presentLive(await getLive(ctx, viewer, params.eventId), viewer, ctx.clock.now()),
  );

  serve(liveRoutes.lightBeacon, ({ viewer, params, body }) =>
    lightBeacon(ctx, limit, viewer, { eventId: params.eventId, targetId: body.user_id }),
  );
}
