import { ERROR_TEXTS } from '@hereabouts/contract/errors';
import { SHARING_TEXTS } from '@hereabouts/contract/sharing';
import { isWithinTimes } from '#server/access/event-times.ts';
import { canSendPosition } from '#server/access/live.ts';
import { yieldToEventLoop } from '#server/async/yield-to-event-loop.ts';
import { nullAfter } from '#server/async/timeout.ts';
import type { Subscriber } from '#server/domain-events.ts';
import { isoOf, nowIso } from '#server/clock.ts';
import type { Context } from '#server/context.ts';
import { isUnavailable } from '#server/db/errors.ts';
import { together } from '#server/db/together.ts';
import { Effects } from '#server/effects/effects.ts';
import { holdEvent, holdOwnAnswer } from '#server/events/event-holds.ts';
import { listAudience } from '#server/features/live/service.ts';
import { notifyOfSharing } from '#server/features/notifications/service.ts';
import { HttpError, notFound } from '#server/http/errors.ts';
import { createInTurn, runningPerKey, type InTurn } from '#server/http/queues/in-turn.ts';
import type { Viewer } from '#server/http/viewer.ts';
import type { HeldPosition } from '#server/live/live-positions.ts';
import { endedBy } from '#server/live/pending-stops.ts';
import { findParticipation, requireRunning } from '#server/events/participation.ts';
import { batchesOf } from '#server/lib/batches-of.ts';
import {
  LAPSED_PER_BATCH,
  LATER_CONSENT_WAIT_MS,
  requireFewConsents,
  requireFreshStart,
  STOPS_PER_BATCH,
  STORED_WITHIN_MS,
  SWEPT_PER_BATCH,
} from './policy.ts';
import * as repo from './repo.ts';

/** From any device, by end (LIVE-03). */
export const listSharing = (ctx: Context, viewer: Viewer): Promise<repo.SharingRow[]> =>
  repo.listSharing(ctx.db, viewer.userId, nowIso(ctx));

/** Stores the consent that this session sends positions until `until` (null: the event's end), at most until the event's end
 * (LIVE-13). A consent of another session moves here. @param receivedMs before its body and its turn: a Stop meanwhile is later
 * @throws HttpError `not_found`, `forbidden` for others than participants and a creator who answered Not Going,
 * `event_not_running`, `conflict` for too many at a time, `unavailable` if a Stop may have been forgotten while it waited,
 * `unauthenticated` if the session has ended meanwhile */
export async function startSharing(
  ctx: Context,
  viewer: Viewer,
  { eventId, until, receivedMs }: { eventId: number; until: string | null; receivedMs: number },
): Promise<repo.SharingRow> {
  const { userId, sessionId } = viewer;
  return await ctx.change(async (tx, after) => {
    // Again for each attempt: it may have waited for a lock.
    requireFreshStart(ctx, receivedMs);
    const [, , event] = await together(
      holdEvent(tx, eventId),
      holdOwnAnswer(tx, eventId, userId),
      findParticipation(tx, eventId, userId),
    );
    if (event === undefined) throw notFound();
    if (!canSendPosition(viewer, event)) throw new HttpError('forbidden', SHARING_TEXTS.mayNotShare);
    requireRunning(ctx, event);
    const now = nowIso(ctx);
    const shown = until === null ? null : new Date(until).toISOString();
    if (shown !== null && shown < now) throw new HttpError('invalid', SHARING_TEXTS.untilPassed);
    const [others, before, , saved, userIds] = await together(
      repo.holdConsents(tx, { eventId, userId, now }),
      repo.findSharing(tx, { eventId, userId, now }),
      repo.saveSharing(tx, { eventId, userId, sessionId, until: shown, startedAt: isoOf(receivedMs) }),
      repo.findSharing(tx, { eventId, userId, now }),
      listAudience({ db: tx }, eventId, [userId]),
    );
    requireFewConsents(others);
    // The session has ended during the wait.
    if (saved === undefined) throw new HttpError('unauthenticated', ERROR_TEXTS.unauthenticated);
    // The held position is from the other device.
    if (before !== undefined && before.session_id !== saved.session_id)
      after.removePositions(eventId, [userId]);
    after.startSharing(eventId, [userId]);
    await notifyOfSharing(ctx, tx, after, { eventId, userIds, actorId: userId }, now);
    return saved;
  });
}

/** No stop is refused. */
export const createStopsInTurn = (): InTurn => createInTurn(runningPerKey(2));

/** Ends the viewer's sharing, from any device; idempotent. Positions are removed on every process before the database is
 * written. While the database is unavailable it throws, so that the client retries; meanwhile this process refuses positions
 * and retries too. @param startedAt of the consent to end: a later one stays; null ends any @throws HttpError `not_found` */
export async function stopSharing(
  ctx: Context,
  inTurn: InTurn,
  { userId }: Viewer,
  { eventId, startedAt, receivedMs }: { eventId: number; startedAt: string | null; receivedMs: number },
): Promise<void> {
  const { pendingStops } = ctx.live;
  const nowMs = ctx.clock.now();
  const atMs = startedAt === null ? receivedMs : Date.parse(startedAt);
  const untilMs = Math.min(atMs, nowMs) + STORED_WITHIN_MS;
  const stop = { eventId, userId, at: isoOf(atMs), untilMs, isWritten: false };
  // One person's flood of stops delays only that person.
  const ask = <T>(statement: () => Promise<T>) => inTurn(userId, statement);
  const hasLaterConsent = async () =>
    startedAt !== null && (await ask(() => repo.listLaterConsents(ctx.db, [stop]))).length > 0;
  // A later consent must not be disturbed, unless the database takes too long to tell.
  if (await nullAfter(ctx.clock, LATER_CONSENT_WAIT_MS, hasLaterConsent())) return;
  ctx.live.withdraw(eventId, userId);
  // Repeated for some time: an earlier consent may be stored only now.
  const pending = pendingStops.add(stop);
  const after = new Effects();
  const end = () =>
    startedAt === null ? repo.deleteSharing(ctx.db, eventId, [userId]) : repo.deleteStopped(ctx.db, [stop]);
  const unshared = await ask(end).catch((error: unknown) => {
    if (!isUnavailable(error)) pendingStops.forget(pending);
    throw error;
  });
  pendingStops.settle(pending, nowMs);
  if (unshared.length > 0) await ctx.perform(after.stopSharing(eventId, [userId]));
  else if (await hasLaterConsent()) await ctx.perform(after.startSharing(eventId, [userId]));
  else if ((await ask(() => findParticipation(ctx.db, eventId, userId))) === undefined) {
    pendingStops.forget(pending);
    throw notFound();
  }
}

const keyOf = ({ event_id, user_id }: repo.ConsentRow): string => `${event_id} ${user_id}`;

/** Stops that the database could not store, and stored ones that an earlier consent may still follow. */
export async function repeatStops(ctx: Context): Promise<void> {
  const { pendingStops } = ctx.live;
  for (const stops of batchesOf(pendingStops.list(), STOPS_PER_BATCH)) {
    const nowMs = ctx.clock.now();
    const unwritten = stops.filter(({ isWritten }) => !isWritten);
    const after = new Effects();
    let laterKeys = new Set<string>();
    try {
      collectStopped(after, await repo.deleteStopped(ctx.db, stops.map(endedBy)));
      if (unwritten.length > 0)
        laterKeys = new Set((await repo.listLaterConsents(ctx.db, unwritten)).map(keyOf));
    } catch (error) {
      // The next try does not find what was deleted here, so its effects are performed now.
      await ctx.perform(after);
      if (isUnavailable(error)) return;
      throw error;
    }
    for (const stop of stops) pendingStops.settle(stop, nowMs);
    for (const { eventId, userId } of unwritten) {
      if (laterKeys.has(keyOf({ event_id: eventId, user_id: userId }))) after.startSharing(eventId, [userId]);
      else after.stopSharing(eventId, [userId]);
    }
    await ctx.perform(after);
  }
}

async function publishStopped(ctx: Context, stopped: readonly repo.ConsentRow[]): Promise<void> {
  await ctx.perform(collectStopped(new Effects(), stopped));
}

function collectStopped(after: Effects, stopped: readonly repo.ConsentRow[]): Effects {
  for (const { event_id, user_id } of stopped) after.stopSharing(event_id, [user_id]);
  return after;
}

/** Sharing requires participation. */
export const endSharingOf: Subscriber<'participation_ended'> = async (tx, after, { eventId, userIds }) => {
  collectStopped(after, await repo.deleteSharing(tx, eventId, userIds));
};

/** New times apply to all members; an event that no longer runs ends sharing. */
export const followMovedEvent: Subscriber<'event_moved'> = async (tx, after, moved) => {
  const { eventId, from, to, nowMs } = moved;
  after.recheckLive(eventId);
  if (isWithinTimes(to, nowMs)) return;
  if (isWithinTimes(from, nowMs)) after.publishLiveEnded(eventId);
  collectStopped(after, await repo.deleteSharing(tx, eventId, null));
};

/** SAFE-04. */
export const endSharingAt: Subscriber<'event_cancelled'> = async (tx, after, { eventId }) => {
  after.publishLiveEnded(eventId).recheckLive(eventId);
  collectStopped(after, await repo.deleteSharing(tx, eventId, null));
};

/** At the events of each other (SAFE-01). */
export const endSharingBetween: Subscriber<'person_blocked'> = async (tx, after, { userId, otherId }) => {
  collectStopped(after, await repo.deleteSharingBetween(tx, userId, otherId));
};

async function dropLapsed(ctx: Context, looked: readonly repo.ConsentRow[]): Promise<void> {
  for (const batch of batchesOf(looked, LAPSED_PER_BATCH)) {
    await publishStopped(ctx, await repo.deleteLapsed(ctx.db, batch, nowIso(ctx)));
    await yieldToEventLoop();
  }
}

/** @param after null: from the first @returns the last one looked at; null at the end */
export async function dropNextLapsed(
  ctx: Context,
  after: repo.ConsentRow | null,
): Promise<repo.ConsentRow | null> {
  const looked = await repo.listConsents(ctx.db, after, SWEPT_PER_BATCH);
  await dropLapsed(ctx, looked);
  return looked.length < SWEPT_PER_BATCH ? null : (looked.at(-1) ?? null);
}

/** When these events are over: members lose the topic, consents end. The sweep ends those beyond one batch. */
export async function endLiveOf(ctx: Context, eventIds: readonly number[]): Promise<void> {
  const after = new Effects();
  for (const eventId of eventIds) after.recheckLive(eventId);
  await ctx.perform(after);
  await dropLapsed(ctx, await repo.listConsentsAt(ctx.db, eventIds, SWEPT_PER_BATCH));
}

/** Also when the session falls back to the first step, where it cannot Stop. */
export async function endSharingOfSession(ctx: Context, sessionId: string): Promise<void> {
  await publishStopped(ctx, await repo.deleteSharingOfSession(ctx.db, sessionId));
}

/** Those of `held` who no longer share. */
export async function findLost(ctx: Context, held: readonly HeldPosition[]): Promise<HeldPosition[]> {
  const given = held.map(({ eventId, userId }) => ({ event_id: eventId, user_id: userId }));
  const rows = await repo.findLost(ctx.db, given, nowIso(ctx));
  return rows.map((row) => ({ eventId: row.event_id, userId: row.user_id }));
}
