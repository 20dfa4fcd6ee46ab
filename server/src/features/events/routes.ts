import { eventRoutes } from '@hereabouts/contract/events';
import type { Context } from '#server/context.ts';
import type { Serve } from '#server/http/serve.ts';
import { listHome } from './home-service.ts';
import { presentCard, presentEvent } from './present.ts';
import { handleRemovedEvents } from './removal-service.ts';
import { cancelEvent, createEvent, getEvent, listRecentPlaces } from './service.ts';
import { updateEvent } from './update-service.ts';

export function serveEvents(ctx: Context, serve: Serve): void {
  handleRemovedEvents(ctx);
  serve(eventRoutes.listHome, async ({ viewer, query }) => {
    const { rows, nextCursor, beside } = await listHome(ctx, viewer, query);
    const { next, is_regular, first_steps } = beside;
    return {
      events: rows.map((row) => presentCard(row, viewer)),
      next_cursor: nextCursor,
      next,
      is_regular,
      first_steps,
    };
  });

  serve(eventRoutes.getEvent, async ({ viewer, params }) => {
    ctx.lookups.openRecord(viewer.userId, 'event', params.eventId);
    return presentEvent(await getEvent(ctx, viewer, params.eventId), viewer, ctx.clock.now());
  });

  serve(eventRoutes.createEvent, async ({ viewer, body, request }) => ({
    id: await createEvent(ctx, viewer, body, request.ip),
  }));

  serve(eventRoutes.updateEvent, async ({ viewer, params, body, countAs }) => {
    await updateEvent(ctx, viewer, params.eventId, body, { countAs });
    return { id: params.eventId };
  });

  serve(eventRoutes.listRecentPlaces, async ({ viewer }) => ({
    places: await listRecentPlaces(ctx, viewer),
  }));

  serve(eventRoutes.cancelEvent, async ({ viewer, params }) => {
    await cancelEvent(ctx, viewer, params.eventId);
    return undefined;
  });
}
