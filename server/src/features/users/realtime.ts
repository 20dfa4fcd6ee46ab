import { userJoin } from '@hereabouts/contract/schemas/users';
import { canSubscribeToUser } from '#server/access/profiles.ts';
import type { Context } from '#server/context.ts';
import type { TopicHandler } from '#server/realtime/topic-handler.ts';
import { keepTimeZone } from './service.ts';

/** For the owner alone. A join tells the browser's time zone (DATA-04). */
export const handleUserTopic = (ctx: Context): TopicHandler => ({
  async mayJoin(viewer, userId, joinPayload) {
    if (!canSubscribeToUser(viewer, userId)) return { ok: false, reason: 'not_found' };
    // A recheck has no payload.
    const { data } = userJoin.safeParse(joinPayload ?? {});
    if (data?.time_zone !== undefined) await keepTimeZone(ctx, viewer, data.time_zone);
    return { ok: true };
  },
});
