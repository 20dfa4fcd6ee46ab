import { onSessionEnded, onSessionRestricted } from '#server/accounts/session-ends.ts';
import { createBacklog } from '#server/async/backlog.ts';
import { coolDownSince } from '#server/async/cool-down.ts';
import { startInterval } from '#server/async/interval.ts';
import type { Context } from '#server/context.ts';
import type { Stop } from '#server/feature.ts';
import { endLiveOf, dropNextLapsed, endSharingOfSession, findLost, repeatStops } from './service.ts';

/** The deletion of lapsed consents begins within this time. */
export const SWEEP_EVERY_MS = 15_000;
const REPEAT_STOPS_EVERY_MS = 1_000;
const ENDED_PER_BATCH = 200;

/** Sharing ends with the session, its second step, the event or participation. The returned function waits for running work. */
export function startEnding(ctx: Context): Stop {
  const failure = 'could not end the sharing of positions';
  const ended = createBacklog<number>({
    clock: ctx.clock,
    size: ENDED_PER_BATCH,
    work: (eventIds) => endLiveOf(ctx, eventIds),
    onError: (error) => ctx.log.error({ err: error }, failure),
  });
  ctx.live.follow({ findLost: (held) => findLost(ctx, held), ended: ended.add });
  const end = ({ sessionId }: { sessionId: string }) => endSharingOfSession(ctx, sessionId);
  const sessionStops = [onSessionEnded(ctx, end, failure), onSessionRestricted(ctx, end, failure)];
  const sweep = (isStopping: () => boolean) => sweepConsents(ctx, isStopping);
  const stops = [
    startInterval(ctx, { everyMs: SWEEP_EVERY_MS, failure, work: sweep }),
    startInterval(ctx, { everyMs: REPEAT_STOPS_EVERY_MS, failure, work: () => repeatStops(ctx) }),
    ended.stop,
  ];
  return async () => {
    for (const stop of stops) await stop();
    ctx.live.close();
    for (const stop of sessionStops) await stop();
  };
}

async function sweepConsents(ctx: Context, isStopping: () => boolean): Promise<void> {
  let after: Awaited<ReturnType<typeof dropNextLapsed>> = null;
  do {
    const startedMs = ctx.clock.now();
    after = await dropNextLapsed(ctx, after);
    if (after !== null) await coolDownSince(ctx.clock, startedMs);
  } while (after !== null && !isStopping());
}
