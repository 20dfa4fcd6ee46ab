import type { Context } from '#server/context.ts';
import { maySeeEvent } from './service.ts';

const EVENT_ID = /^[1-9]\d{0,14}$/;

/** `event:{id}`: for whoever may see the event; the same answer for a hidden one as for none (PERM-05). */
export function registerEventTopic(ctx: Context): void {
  ctx.realtime.registerTopic('event', {
    async mayJoin(viewer, id) {
      const mayJoin = EVENT_ID.test(id) && (await maySeeEvent(ctx, viewer, Number(id)));
      return mayJoin ? { ok: true } : { ok: false, reason: 'not_found' };
    },
  });
}
