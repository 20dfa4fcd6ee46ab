import { announcementRoutes } from '@hereabouts/contract/announcements';
import type { Context } from '#server/context.ts';
import type { Serve } from '#server/http/serve.ts';
import { announce, takeDown } from './service.ts';

export function serveAnnouncements(ctx: Context, serve: Serve): void {
  serve(announcementRoutes.announce, async ({ viewer, params, body, request }) => {
    await announce(ctx, viewer, params.eventId, { ...body, ip: request.ip });
    return undefined;
  });

  serve(announcementRoutes.takeDownAnnouncement, async ({ viewer, params, query }) => {
    await takeDown(ctx, viewer, params.eventId, query.up_to ?? null);
    return undefined;
  });
}
