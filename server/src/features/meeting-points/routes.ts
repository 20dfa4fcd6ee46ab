import { meetingPointRoutes } from '@hereabouts/contract/meeting-points';
import type { Context } from '#server/context.ts';
import { chargeLine } from '#server/features/chat/line-service.ts';
import type { Serve } from '#server/http/serve.ts';
import { removeMeetingPoint, setMeetingPoint } from './service.ts';

export function serveMeetingPoints(ctx: Context, serve: Serve): void {
  serve(meetingPointRoutes.setMeetingPoint, async ({ viewer, params, body, request }) => {
    const { userId } = viewer;
    const line = { userId, eventId: params.eventId, text: body.name, ip: request.ip };
    return await chargeLine(ctx, line, () => setMeetingPoint(ctx, viewer, params.eventId, body));
  });

  serve(meetingPointRoutes.removeMeetingPoint, async ({ viewer, params, query }) => {
    await removeMeetingPoint(ctx, viewer, params.eventId, query.set_at ?? null);
    return undefined;
  });
}
