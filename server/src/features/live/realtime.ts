import { watching } from '@hereabouts/contract/schemas/live';
import type { Context } from '#server/context.ts';
import type { LiveGrant } from '#server/live/live-positions.ts';
import { topicNumber } from '#server/realtime/topic-id.ts';
import type { TopicHandler } from '#server/realtime/topic-handler.ts';
import { findGrant } from './service.ts';

/** For participants until the event is over; others get the answer for a missing event. */
export const handleLiveTopic = (ctx: Context): TopicHandler => ({
  ...ctx.live.topic,
  async mayJoin(viewer, id, joinPayload) {
    const eventId = topicNumber(id);
    const found = eventId === null ? null : await findGrant(ctx, viewer, eventId);
    if (found === null) return { ok: false, reason: 'not_found' };
    const isWatching = watching.safeParse(joinPayload ?? {}).data?.is_watching ?? null;
    return { ok: true, grant: { ...found, isWatching } satisfies LiveGrant };
  },
});
