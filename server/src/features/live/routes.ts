import { liveRoutes } from '@hereabouts/contract/live';
import { nowIso } from '#server/clock.ts';
import type { Context } from '#server/context.ts';
import { chargeLine } from '#server/features/chat/service.ts';
import type { Serve } from '#server/http/serve.ts';
import { presentLive, presentMeetingPoint, presentSharing } from './present.ts';
import {
  createBeaconLimit,
  createStopsInTurn,
  getLive,
  listSharing,
  removeMeetingPoint,
  lightBeacon,
  setMeetingPoint,
  startSharing,
  stopSharing,
} from './service.ts';

export function serveLive(ctx: Context, serve: Serve): void {
  const limit = createBeaconLimit(ctx);
  const stopsInTurn = createStopsInTurn();

  serve(liveRoutes.getLive, async ({ viewer, params }) =>
    presentLive(await getLive(ctx, viewer, params.eventId), viewer, ctx.clock.now()),
  );

  serve(liveRoutes.listSharing, async ({ viewer }) => ({
    sharing: (await listSharing(ctx, viewer)).map((row) => presentSharing(row, viewer)),
    now: nowIso(ctx),
  }));

  serve(liveRoutes.startSharing, async ({ viewer, params, body, request: { receivedMs } }) => {
    const asked = { ...params, until: body.until ?? null, receivedMs };
    return presentSharing(await startSharing(ctx, viewer, asked), viewer);
  });

  serve(
    liveRoutes.stopSharing,
    async ({ viewer, params, query, request: { receivedMs } }) => {
      const asked = { ...params, startedAt: query.started_at ?? null, receivedMs };
      await stopSharing(ctx, stopsInTurn, viewer, asked);
      return undefined;
    },
    { withoutDatabase: true },
  );

  serve(liveRoutes.setMeetingPoint, async ({ viewer, params, body, request }) => {
    const { userId } = viewer;
    const line = { userId, eventId: params.eventId, text: body.name, ip: request.ip };
    const set = () => setMeetingPoint(ctx, viewer, params.eventId, body);
    return presentMeetingPoint(await chargeLine(ctx, line, set));
  });

  serve(liveRoutes.removeMeetingPoint, async ({ viewer, params }) => {
    await removeMeetingPoint(ctx, viewer, params.eventId);
    return undefined;
  });

  serve(liveRoutes.lightBeacon, ({ viewer, params, body }) =>
    lightBeacon(ctx, limit, viewer, { eventId: params.eventId, targetId: body.user_id }),
  );
}
