import type { Context } from '#server/context.ts';
import { topicNumber } from '#server/realtime/topic-id.ts';
import type { TopicHandler } from '#server/realtime/topic-handler.ts';
import { canSeeEvent } from './service.ts';

/** A hidden event answers like a missing one (PERM-05). */
export const handleEventTopic = (ctx: Context): TopicHandler => ({
  async mayJoin(viewer, id) {
    const eventId = topicNumber(id);
    const mayJoin = eventId !== null && (await canSeeEvent(ctx, viewer, eventId));
    return mayJoin ? { ok: true } : { ok: false, reason: 'not_found' };
  },
});
