import { watching } from '@hereabouts/contract/live';
import type { Context } from '#server/context.ts';
import type { LiveGrant } from '#server/live/live-positions.ts';
import { findGrant } from './service.ts';

const EVENT_ID = /^[1-9]\d{0,14}$/;

/**
 * `live:{eventId}`: for those who take part, until the event is over; the same answer for everybody else as for a
 * missing event.
 */
export function registerLiveTopic(ctx: Context): void {
  ctx.realtime.registerTopic('live', {
    ...ctx.live.topic,
    async mayJoin(viewer, id, joinPayload) {
      const found = EVENT_ID.test(id) ? await findGrant(ctx, viewer, Number(id)) : null;
      if (found === null) return { ok: false, reason: 'not_found' };
      const isWatching = watching.safeParse(joinPayload ?? {}).data?.is_watching ?? null;
      return { ok: true, grant: { ...found, isWatching } satisfies LiveGrant };
    },
  });
}
