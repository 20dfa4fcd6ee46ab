import { HOUR_MS } from '@hereabouts/contract/durations';
import { isoAgo, nowIso } from '#server/clock.ts';
import type { Context } from '#server/context.ts';
import type { Subscriber } from '#server/domain-events.ts';
import { coolDownSince, inBatches } from '#server/async/cool-down.ts';
import { holdEvents } from '#server/events/event-holds.ts';
import { batchesOf } from '#server/lib/batches-of.ts';
import * as repo from './event-start-repo.ts';
import { planDelivery } from './service.ts';

export const LOOK_FOR_STARTS_EVERY_MS = 15_000;
/** Starts missed for longer, after a restart for example, are not notified. */
export const START_IS_NEWS_FOR_MS = HOUR_MS;

const PER_BATCH = { events: 20, people: 500 };
/** Events listed at once, with creators in turn: what starts meanwhile takes its turn in the next list. */
const LISTED_MAX = 200;

/** Skips events created after their start. Safe with several processes: a constraint allows one per person and event. */
export async function notifyOfStarts(ctx: Context, isStopping = () => false): Promise<void> {
  const since = isoAgo(ctx, START_IS_NEWS_FOR_MS);
  const done: number[] = [];
  let listed: number[];
  do {
    listed = await repo.listStarted(ctx.db, { since, done, now: nowIso(ctx), limit: LISTED_MAX });
    for (const eventIds of batchesOf(listed, PER_BATCH.events)) {
      const startedMs = ctx.clock.now();
      await inBatches(ctx.clock, PER_BATCH.people, async () =>
        isStopping() ? 0 : await notifyOfStartsOf(ctx, eventIds),
      );
      if (isStopping()) return;
      if (listed.length > PER_BATCH.events) await coolDownSince(ctx.clock, startedMs);
    }
    done.push(...listed);
  } while (listed.length === LISTED_MAX);
}

/** Returns how many people were told. */
async function notifyOfStartsOf(ctx: Context, eventIds: readonly number[]): Promise<number> {
  return await ctx.change(async (tx, after) => {
    const now = nowIso(ctx);
    // None of them is put off meanwhile.
    await holdEvents(tx, eventIds);
    const told = await repo.insertLiveNotifications(tx, { eventIds, now, limit: PER_BATCH.people });
    for (const [eventId, people] of Map.groupBy(told, (row) => row.event_id)) {
      const userIds = people.map((row) => row.user_id);
      await planDelivery(ctx, tx, { kind: 'event_live', userIds, eventId, actorId: null, now });
      after.publishUnreadCounts(userIds);
    }
    return told.length;
  });
}

/** An event put off after its start has not started, and its new start is told again. */
export const forgetStart: Subscriber<'event_moved'> = async (tx, after, { eventId, from, to, nowMs }) => {
  if (Date.parse(from.start_time) > nowMs || Date.parse(to.start_time) <= nowMs) return;
  after.publishUnreadCounts(await repo.deleteLiveNotifications(tx, eventId));
};
