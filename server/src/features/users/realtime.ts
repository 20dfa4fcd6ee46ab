import { canSubscribeToUser } from '#server/access/profiles.ts';
import type { Context } from '#server/context.ts';

/** `user:{id}`: what concerns one person; nobody else may listen. */
export function registerUserTopic(ctx: Context): void {
  ctx.realtime.registerTopic('user', {
    mayJoin: (viewer, userId) =>
      Promise.resolve(canSubscribeToUser(viewer, userId) ? { ok: true } : { ok: false, reason: 'not_found' }),
  });
}
