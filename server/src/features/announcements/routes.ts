import { announcementRoutes } from '@hereabouts/contract/announcements';
import type { Context } from '#server/context.ts';
import { chargeLine } from '#server/features/chat/service.ts';
import type { Serve } from '#server/http/serve.ts';
import { announce, takeDown } from './service.ts';

export function serveAnnouncements(ctx: Context, serve: Serve): void {
  serve(announcementRoutes.announce, async ({ viewer, params, body, request }) => {
    await chargeLine(ctx, viewer, params.eventId, { text: body.message, ip: request.ip });
    await announce(ctx, viewer, params.eventId, body);
    return undefined;
  });

  serve(announcementRoutes.takeDownAnnouncement, async ({ viewer, params }) => {
    await takeDown(ctx, viewer, params.eventId);
    return undefined;
  });
}
