import { HOUR_MS } from '@hereabouts/contract/durations';
import { isoAgo, nowIso } from '#server/clock.ts';
import type { Context } from '#server/context.ts';
import { coolDownSince } from '#server/async/cool-down.ts';
import * as repo from './event-start-repo.ts';
import { planDelivery } from './service.ts';

export const LOOK_FOR_STARTS_EVERY_MS = 15_000;
/** Starts missed for longer, after a restart for example, are not notified. */
export const START_IS_NEWS_FOR_MS = HOUR_MS;

const PER_BATCH = { events: 20, people: 500 };

/** Skips events created after their start. Safe with several processes: a constraint allows one per person and event. */
export async function notifyOfStarts(ctx: Context, isStopping = () => false): Promise<void> {
  let after: repo.Started = { start_time: isoAgo(ctx, START_IS_NEWS_FOR_MS), id: 0 };
  let startedMs = ctx.clock.now();
  let events = await listStarted(ctx, after);
  while (events.length > 0 && !isStopping()) {
    const { isAll } = await notifyOfStartsOf(ctx, events);
    if (isAll && events.length < PER_BATCH.events) return;
    await coolDownSince(ctx.clock, startedMs);
    startedMs = ctx.clock.now();
    after = events.at(-1) ?? after;
    if (isAll) events = await listStarted(ctx, after);
  }
}

const listStarted = (ctx: Context, after: repo.Started) =>
  repo.listStarted(ctx.db, { after, now: nowIso(ctx), limit: PER_BATCH.events });

async function notifyOfStartsOf(ctx: Context, events: readonly repo.Started[]): Promise<{ isAll: boolean }> {
  const eventIds = events.map(({ id }) => id);
  return await ctx.change(async (tx, after) => {
    const now = nowIso(ctx);
    const told = await repo.insertLiveNotifications(tx, { eventIds, now, limit: PER_BATCH.people });
    for (const [eventId, people] of Map.groupBy(told, (row) => row.event_id)) {
      const userIds = people.map((row) => row.user_id);
      await planDelivery(ctx, tx, { kind: 'event_live', userIds, eventId, actorId: null, now });
      after.publishUnreadCounts(userIds);
    }
    return { isAll: told.length < PER_BATCH.people };
  });
}
