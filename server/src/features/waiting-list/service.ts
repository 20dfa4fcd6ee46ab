import { coolDownSince } from '#server/async/cool-down.ts';
import { nowIso } from '#server/clock.ts';
import type { Context } from '#server/context.ts';
import type { DomainEvents } from '#server/domain-events.ts';
import type { Queryable } from '#server/db/database.ts';
import type { Effects } from '#server/effects/effects.ts';
import { holdGuestLists } from '#server/events/event-holds.ts';
import { notifyWithoutActor, type Outgoing } from '#server/features/notifications/service.ts';
import { jobKind, type JobKind } from '#server/jobs/jobs.ts';
import { whoMovesUp } from '#server/events/places.ts';
import { batchesOf } from '#server/lib/batches-of.ts';
import * as repo from './repo.ts';

const BATCH_SIZE = 20;

type FillJob = { event_ids: readonly number[] };
const fillJob: JobKind<FillJob> = jobKind<FillJob>('fill_places');

/** Moves people up and notifies them (HOST-04). Whoever may have freed a place emits `places_freed` last, holding the events.
 * Jobs fill further events of somebody who leaves many; until then nobody else gets their places (`seatFor`). */
export async function fillPlaces(
  ctx: Outgoing,
  tx: Queryable,
  after: Effects,
  { eventIds, now }: DomainEvents['places_freed'],
): Promise<void> {
  const waitedFor = eventIds.length > BATCH_SIZE ? await repo.listWaitedFor(tx, eventIds, now) : eventIds;
  const [first = [], ...further] = batchesOf(waitedFor, BATCH_SIZE);
  await fill(ctx, tx, after, { eventIds: first, now });
  await enqueueFills(ctx, tx, further);
}

/** A place may have stayed free while somebody was suspended (`seatFor`). */
export async function fillPlacesFor(
  ctx: Pick<Context, 'jobs' | 'clock'>,
  tx: Queryable,
  userId: string,
): Promise<void> {
  const eventIds = await repo.listWaitedForBy(tx, userId, nowIso(ctx));
  await enqueueFills(ctx, tx, batchesOf(eventIds, BATCH_SIZE));
}

const enqueueFills = (
  { jobs }: Pick<Context, 'jobs'>,
  tx: Queryable,
  batches: readonly (readonly number[])[],
): Promise<void> =>
  jobs.enqueueMany(
    tx,
    fillJob,
    batches.map((event_ids) => ({ payload: { event_ids }, key: event_ids.join() })),
  );

async function fill(
  ctx: Outgoing,
  tx: Queryable,
  after: Effects,
  { eventIds, now }: DomainEvents['places_freed'],
): Promise<void> {
  for (const { id: eventId, created_by: creatorId, queue, ...capacity } of await repo.listQueues(
    tx,
    eventIds,
    now,
  )) {
    const userIds = whoMovesUp(capacity, queue);
    if (userIds.length === 0) continue;
    await repo.moveUp(tx, { eventId, userIds, now });
    // No budget may refuse these: they may follow from a revocation.
    await notifyWithoutActor(ctx, tx, after, { kind: 'place_available', userIds, eventId }, now);
    const creatorIds = userIds.some((id) => id !== creatorId) ? [creatorId] : [];
    await notifyWithoutActor(ctx, tx, after, { kind: 'rsvp_received', userIds: creatorIds, eventId }, now);
    after.recheckParticipants(eventId, userIds);
    after.publishToEvent(eventId, 'rsvp_changed').publishListChanged(eventId, userIds);
  }
}

async function fillLater(ctx: Context, { event_ids: eventIds }: FillJob): Promise<void> {
  const startedMs = ctx.clock.now();
  await ctx.change(async (tx, after) => {
    await holdGuestLists(tx, eventIds);
    await fill(ctx, tx, after, { eventIds, now: nowIso(ctx) });
  });
  await coolDownSince(ctx.clock, startedMs);
}

/** Handles the jobs that give freed places to those who wait, one event after the other. */
export const handleFreedPlaces = (ctx: Context): void =>
  ctx.jobs.handle(fillJob, (job) => fillLater(ctx, job), { concurrency: 1, runsInCommands: true });
