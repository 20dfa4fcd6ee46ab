import type { Context } from '#server/context.ts';
import { isOwner } from './policy.ts';

/** `user:{id}`: what concerns one person; nobody else may listen. */
export function registerUserTopic(ctx: Context): void {
  ctx.realtime.registerTopic('user', {
    mayJoin: (viewer, userId) =>
      Promise.resolve(isOwner(viewer, userId) ? { ok: true } : { ok: false, reason: 'not_found' }),
  });
}
