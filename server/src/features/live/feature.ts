import { startInterval } from '#server/async/interval.ts';
import { workInParts } from '#server/async/work-in-parts.ts';
import type { Context } from '#server/context.ts';
import type { Feature } from '#server/feature.ts';
import { handleLiveTopic } from './realtime.ts';
import { serveLive } from './routes.ts';
import { endLiveOf, endSharingOfSession, findLost, repeatStops, sweepConsents } from './service.ts';

/** Time within which the deletion of consents that are no longer valid begins. */
export const SWEEP_EVERY_MS = 15_000;
/** Between two parts of such work, and two attempts of stops that the database could not store. */
export const REST_MS = 1_000;
/** Events that end, between two rests; each one asks its members' access again. */
const ENDED_AT_ONCE = 200;

/** Ends consents with their session, event or participation; the result stops it and waits for running work. */
function startLive(ctx: Context): () => Promise<void> {
  const failure = 'could not end the sharing of positions';
  const endedIds = new Set<number>();
  const ending = workInParts(ctx, {
    restMs: REST_MS,
    failure,
    async work() {
      const eventIds = [...endedIds].slice(0, ENDED_AT_ONCE);
      for (const eventId of eventIds) endedIds.delete(eventId);
      await endLiveOf(ctx, eventIds);
      return eventIds.length === ENDED_AT_ONCE;
    },
  });
  let sweptTo: Awaited<ReturnType<typeof sweepConsents>> = null;
  const sweep = workInParts(ctx, {
    restMs: REST_MS,
    failure,
    async work() {
      sweptTo = await sweepConsents(ctx, sweptTo);
      return sweptTo !== null;
    },
  });
  ctx.live.follow({
    findLost: (held) => findLost(ctx, held),
    ended(eventIds) {
      for (const eventId of eventIds) endedIds.add(eventId);
      ending.begin();
    },
  });
  const sessionEnds = new Set<Promise<void>>();
  ctx.auth.onSessionEnded(({ sessionId }) => {
    const done = endSharingOfSession(ctx, sessionId)
      .catch((error: unknown) => ctx.log.error({ err: error }, failure))
      .finally(() => sessionEnds.delete(done));
    sessionEnds.add(done);
  });
  const stopSweeping = ctx.clock.every(SWEEP_EVERY_MS, sweep.begin);
  const stops = [
    startInterval(ctx, { everyMs: REST_MS, failure, work: () => repeatStops(ctx) }),
    sweep.stop,
    ending.stop,
  ];
  return async () => {
    stopSweeping();
    for (const stop of stops) await stop();
    ctx.live.close();
    await Promise.all(sessionEnds);
  };
}

export const liveFeature: Feature = {
  routes: serveLive,
  topic: { kind: 'live', handler: handleLiveTopic },
  start: startLive,
};
