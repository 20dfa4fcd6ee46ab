import { canSubscribeToUser } from '#server/access/profiles.ts';
import type { TopicHandler } from '#server/realtime/topic-handler.ts';

/** `user:{id}`: what concerns one person; nobody else may listen. */
export const handleUserTopic = (): TopicHandler => ({
  mayJoin: (viewer, userId) =>
    Promise.resolve(canSubscribeToUser(viewer, userId) ? { ok: true } : { ok: false, reason: 'not_found' }),
});
