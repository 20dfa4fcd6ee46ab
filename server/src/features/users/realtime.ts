import { canSubscribeToUser } from '#server/access/profiles.ts';
import type { TopicHandler } from '#server/realtime/topic-handler.ts';

/** `user:{id}`: messages for one person, who alone may join. */
export const handleUserTopic = (): TopicHandler => ({
  mayJoin: (viewer, userId) =>
    Promise.resolve(canSubscribeToUser(viewer, userId) ? { ok: true } : { ok: false, reason: 'not_found' }),
});
