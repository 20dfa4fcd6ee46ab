import { restSince } from '#server/async/rest.ts';
import { nowIso } from '#server/clock.ts';
import type { Context } from '#server/context.ts';
import type { DomainEvents } from '#server/domain-events.ts';
import type { Queryable } from '#server/db/database.ts';
import type { Effects } from '#server/effects/effects.ts';
import { holdGuestLists } from '#server/event-holds.ts';
import { notifyOfItself, type Outgoing } from '#server/features/notifications/service.ts';
import { jobKind, type JobKind } from '#server/jobs/jobs.ts';
import { whoMovesUp } from '#server/places.ts';
import * as repo from './repo.ts';

/** Events in one transaction, which take some five statements each. */
const AT_ONCE = 20;

type FillJob = { event_ids: readonly number[] };
const fillJob: JobKind<FillJob> = jobKind<FillJob>('fill_places');

/** Moves people up from waiting lists, and tells them (HOST-04). Whoever may have freed a place or raised a limit announces it
 * last, holding the events. Where somebody leaves many lists at once, by a block say, jobs see to the further ones; until then
 * nobody else gets their places (`seatFor`). */
export async function fillPlaces(
  ctx: Outgoing,
  tx: Queryable,
  after: Effects,
  { eventIds, now }: DomainEvents['places_freed'],
): Promise<void> {
  const waitedFor = eventIds.length > AT_ONCE ? await repo.listWaitedFor(tx, eventIds, now) : eventIds;
  await fill(ctx, tx, after, { eventIds: waitedFor.slice(0, AT_ONCE), now });
  const parts: FillJob[] = [];
  for (let from = AT_ONCE; from < waitedFor.length; from += AT_ONCE)
    parts.push({ event_ids: waitedFor.slice(from, from + AT_ONCE) });
  await ctx.jobs.enqueueMany(
    tx,
    fillJob,
    parts.map((payload) => ({ payload, key: payload.event_ids.join() })),
  );
}

async function fill(
  ctx: Outgoing,
  tx: Queryable,
  after: Effects,
  { eventIds, now }: DomainEvents['places_freed'],
): Promise<void> {
  for (const { id: eventId, queue, ...room } of await repo.listQueues(tx, eventIds, now)) {
    const userIds = whoMovesUp(room, queue);
    if (userIds.length === 0) continue;
    await repo.moveUp(tx, { eventId, userIds, now });
    // Nobody's doing, so no budget can refuse it: it may follow from a revocation.
    await notifyOfItself(ctx, tx, after, { kind: 'place_available', userIds, eventId }, now);
    after.participantsChanged(eventId, userIds);
    after.publishToEvent(eventId, 'rsvp_changed').listChanged(eventId, userIds);
  }
}

async function fillLater(ctx: Context, { event_ids: eventIds }: FillJob): Promise<void> {
  const startedMs = ctx.clock.now();
  await ctx.change(async (tx, after) => {
    await holdGuestLists(tx, eventIds);
    await fill(ctx, tx, after, { eventIds, now: nowIso(ctx) });
  });
  await restSince(ctx.clock, startedMs);
}

/** Handles the jobs that give freed places to those who wait, one event after the other. */
export const handleFreedPlaces = (ctx: Context): void =>
  ctx.jobs.handle(fillJob, (job) => fillLater(ctx, job), { atOnce: 1 });
