import { randomInt, randomUUID } from 'node:crypto';
import { ERROR_TEXTS } from '@hereabouts/contract/errors';
import {
  BEACON_DURATION_MS,
  BEACON_PAUSE_MS,
  LIVE_TEXTS,
  PLAIN_MEETING_POINT_NAME,
  type Beacon,
} from '@hereabouts/contract/live';
import { BEACON_COLOURS } from '@hereabouts/contract/beacon';
import { isParticipant, type Role } from '#server/access/event-roles.ts';
import { isRunning, isWithinTimes } from '#server/access/event-times.ts';
import { canRemoveMeetingPoint, canSendPosition } from '#server/access/live.ts';
import { startInterval } from '#server/async/interval.ts';
import { withTimeout } from '#server/async/timeout.ts';
import type { Subscriber } from '#server/domain-events.ts';
import { nowIso } from '#server/clock.ts';
import type { Context } from '#server/context.ts';
import { isUnavailable } from '#server/db/errors.ts';
import { Effects } from '#server/effects/effects.ts';
import { holdEvent, holdOwnAnswer, requireNotOver } from '#server/event-holds.ts';
import { addMeetingPointLine } from '#server/features/chat/service.ts';
import { notify, notifyOfSharing } from '#server/features/notifications/service.ts';
import { HttpError, notFound, rateLimited } from '#server/http/errors.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { createIdSets } from '#server/live/id-sets.ts';
import type { HeldPosition, LiveGrant } from '#server/live/live-positions.ts';
import { createRateLimit, type RateLimit } from '#server/rate-limits/memory-limit.ts';
import * as repo from './repo.ts';

/** Time within which consents of ended events are deleted. */
const SWEEP_EVERY_MS = 15_000;
/** Interval of retrying stops that the database could not store. */
const STOP_RETRY_MS = 1_000;
/** Time to wait for the database before a stop of one consent takes effect regardless of a later one. */
const LATER_CONSENT_WAIT_MS = 500;

const friendSet = createIdSets();

/** @throws HttpError `not_found`, `forbidden` for a viewer of the event who is no participant */
function requireParticipant<Row extends Role>(viewer: Viewer, row: Row | undefined): Row {
  if (row === undefined) throw notFound();
  if (!isParticipant(viewer, row)) throw new HttpError('forbidden', LIVE_TEXTS.notParticipant);
  return row;
}

/** @throws HttpError `event_not_running` before the start, after the end and when cancelled (LIVE-01) */
function requireRunning({ clock }: Context, event: repo.AccessRow): void {
  if (!isRunning(event, clock.now())) throw new HttpError('event_not_running', LIVE_TEXTS.notRunning);
}

/** The live page; sharers only while the event runs. @throws HttpError `not_found`, `forbidden` if no participant */
export async function getLive(ctx: Context, viewer: Viewer, eventId: number): Promise<repo.LiveRow> {
  return requireParticipant(viewer, await repo.findLive(ctx.db, eventId, viewer.userId, nowIso(ctx)));
}

/** Rights of a participant in `live:{eventId}`, else null; null once over. Positions are refused before the start. */
export async function findGrant(
  ctx: Context,
  viewer: Viewer,
  eventId: number,
): Promise<Omit<LiveGrant, 'isWatching'> | null> {
  const row = await repo.findGrant(ctx.db, eventId, viewer.userId, nowIso(ctx));
  if (row === undefined) return null;
  const isPending = ctx.live.pendingStops.has({ eventId, userId: viewer.userId });
  const canSend = row.session_id === viewer.sessionId && !isPending;
  return {
    friendIds: friendSet(row.friend_ids),
    blocked: row.blocked,
    startMs: Date.parse(row.start_time),
    endMs: Date.parse(row.end_time),
    sharesUntilMs: canSend && row.shares_until !== null ? Date.parse(row.shares_until) : null,
  };
}

/** Running events where the viewer shares, from any device, by end (LIVE-03). */
export const listSharing = (ctx: Context, viewer: Viewer): Promise<repo.SharingRow[]> =>
  repo.listSharing(ctx.db, viewer.userId, nowIso(ctx));

/** Stores the consent that this session sends positions, until the shown end time (`until`; null: the event's end) and
 * at most until the event's end (LIVE-13). A consent of another session moves here. @throws HttpError `not_found`,
 * `forbidden` for others than participants and a creator who answered Not Going, `event_not_running` */
export async function startSharing(
  ctx: Context,
  viewer: Viewer,
  eventId: number,
  until: string | null,
): Promise<repo.SharingRow> {
  const { userId, sessionId } = viewer;
  const now = nowIso(ctx);
  const sharing = await ctx.change(async (tx, after) => {
    await holdEvent(tx, eventId);
    await holdOwnAnswer(tx, eventId, userId);
    const event = await repo.findAccess(tx, eventId, userId);
    if (event === undefined) throw notFound();
    if (!canSendPosition(viewer, event)) throw new HttpError('forbidden', LIVE_TEXTS.mayNotShare);
    requireRunning(ctx, event);
    const shown = until === null ? null : new Date(until).toISOString();
    if (shown !== null && shown < now) throw new HttpError('invalid', LIVE_TEXTS.untilPassed);
    await repo.saveSharing(tx, { eventId, userId, sessionId, until: shown, now });
    const saved = await repo.findSharing(tx, { eventId, userId, now });
    // Supersedes an older stop that is being retried.
    if (saved === undefined) return saved;
    after.forgetPendingStop(eventId, userId).startSharing(eventId, [userId]);
    const userIds = await repo.listAudienceIds(tx, eventId, [userId]);
    await notifyOfSharing(ctx, tx, after, { eventId, userIds, actorId: userId }, now);
    return saved;
  });
  if (sharing === undefined) throw new HttpError('unauthenticated', ERROR_TEXTS.unauthenticated);
  return sharing;
}

/** Ends the viewer's sharing, from any device; idempotent. Positions are removed on every process before the
 * database is written. While the database is unavailable it throws, so that the client retries; meanwhile
 * this process refuses positions and retries too. @param startedAt start of the consent to end: a later one
 * stays; null ends any @throws HttpError `not_found` when the viewer cannot see the event */
export async function stopSharing(
  ctx: Context,
  { userId }: Viewer,
  eventId: number,
  startedAt: string | null = null,
): Promise<void> {
  const stop = { eventId, userId, at: startedAt ? new Date(startedAt).toISOString() : nowIso(ctx) };
  // A later consent must not be disturbed, unless the database takes too long to tell.
  const hasLaterConsent = async () => startedAt !== null && (await repo.hasLaterConsent(ctx.db, stop));
  if (await withTimeout(ctx.clock, LATER_CONSENT_WAIT_MS, hasLaterConsent())) return;
  ctx.live.withdraw(eventId, userId);
  const after = new Effects();
  const end = () =>
    startedAt === null ? repo.deleteSharing(ctx.db, eventId, [userId]) : repo.deleteStopped(ctx.db, stop);
  const unshared = await end().catch((error: unknown) => {
    if (isUnavailable(error)) ctx.live.pendingStops.add(stop);
    throw error;
  });
  if (unshared.length > 0) await ctx.perform(after.stopSharing(eventId, [userId]));
  else if (await hasLaterConsent()) await ctx.perform(after.startSharing(eventId, [userId]));
  else if ((await repo.findAccess(ctx.db, eventId, userId)) === undefined) throw notFound();
}

async function retryStops(ctx: Context): Promise<void> {
  const { pendingStops } = ctx.live;
  for (const stop of pendingStops.list()) {
    let hasLaterConsent: boolean;
    try {
      await repo.deleteStopped(ctx.db, stop);
      hasLaterConsent = await repo.hasLaterConsent(ctx.db, stop);
    } catch (error) {
      if (isUnavailable(error)) return;
      throw error;
    }
    pendingStops.settle(stop);
    const after = new Effects();
    if (hasLaterConsent) after.startSharing(stop.eventId, [stop.userId]);
    else after.stopSharing(stop.eventId, [stop.userId]);
    await ctx.perform(after);
  }
}

async function publishStopped(ctx: Context, consents: readonly repo.ConsentRow[]): Promise<void> {
  await ctx.perform(collectStopped(new Effects(), consents));
}

function collectStopped(after: Effects, consents: readonly repo.ConsentRow[]): Effects {
  for (const { event_id, user_id } of consents) after.stopSharing(event_id, [user_id]);
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
  if (isWithinTimes(from, nowMs)) after.liveEnded(eventId);
  collectStopped(after, await repo.deleteSharing(tx, eventId, null));
};

export const endLive: Subscriber<'event_cancelled'> = async (tx, after, { eventId }) => {
  await repo.deleteMeetingPoint(tx, eventId);
  after.liveEnded(eventId).recheckLive(eventId);
  collectStopped(after, await repo.deleteSharing(tx, eventId, null));
};

export const endSharingBetween: Subscriber<'person_blocked'> = async (tx, after, { userId, otherId }) => {
  collectStopped(after, await repo.deleteSharingBetween(tx, userId, otherId));
};

/** Friends of these people who are participants: after an answer their visible people change. */
export const listAudience = ({ db }: Pick<Context, 'db'>, eventId: number, userIds: readonly string[]) =>
  repo.listAudienceIds(db, eventId, userIds);

/** Replaces the event's one meeting point (LIVE-09), with a chat line and a notification. @throws HttpError
 * `not_found`, `forbidden` for others than participants, `event_cancelled`, `event_ended` */
export async function setMeetingPoint(
  ctx: Context,
  viewer: Viewer,
  eventId: number,
  point: { name: string; latitude: number; longitude: number; meet_at: string | null },
): Promise<repo.MeetingPointRow> {
  const { userId } = viewer;
  const { name, latitude, longitude, meet_at } = point;
  const now = nowIso(ctx);
  return await ctx.change(async (tx, after) => {
    await holdEvent(tx, eventId);
    requireNotOver(ctx, requireParticipant(viewer, await repo.findAccess(tx, eventId, userId)));
    const meetAt = meet_at === null ? null : new Date(meet_at).toISOString();
    const values = { eventId, name, latitude, longitude, meetAt, setBy: userId, now };
    const row = await repo.saveMeetingPoint(tx, values);
    const userIds = await repo.listParticipantIds(tx, eventId);
    await notify(ctx, tx, after, { kind: 'meeting_point_set', userIds, eventId, actorId: userId }, now);
    const line = { eventId, userId, name, meetAt, id: randomUUID(), now };
    const { hiddenFrom } = await addMeetingPointLine(tx, after, line);
    const anonymous = { ...row, name: PLAIN_MEETING_POINT_NAME, meet_at: null, set_by: null };
    const except = { userIds: hiddenFrom, payload: { meeting_point: anonymous } };
    after.publishToLive(eventId, 'meeting_point_changed', { meeting_point: row }, except);
    return row;
  });
}

/** Removes the meeting point; idempotent. @throws HttpError `not_found`, `forbidden` for others than its
 * setter and the creator, `event_cancelled`, `event_ended` */
export async function removeMeetingPoint(ctx: Context, viewer: Viewer, eventId: number): Promise<void> {
  await ctx.change(async (tx, after) => {
    await holdEvent(tx, eventId);
    const event = requireParticipant(viewer, await repo.findAccess(tx, eventId, viewer.userId));
    requireNotOver(ctx, event);
    const point = await repo.lockMeetingPoint(tx, eventId);
    if (point === undefined) return;
    if (!canRemoveMeetingPoint(viewer, event, point)) {
      throw new HttpError('forbidden', LIVE_TEXTS.mayNotRemove);
    }
    await repo.deleteMeetingPoint(tx, eventId);
    after.publishToLive(eventId, 'meeting_point_changed', { meeting_point: null });
  });
}

/** Per pair; counted per process. */
export const createBeaconLimit = ({ clock }: Pick<Context, 'clock'>): RateLimit =>
  createRateLimit({ max: 1, windowMs: BEACON_PAUSE_MS }, clock);

/** Fills the screens of two friends with one colour (FIND-02). @throws HttpError `not_found`, `forbidden` for others
 * than participants and for a target who is not a participating friend, `event_not_running`, `rate_limited` */
export async function lightBeacon(
  ctx: Context,
  limit: RateLimit,
  viewer: Viewer,
  { eventId, targetId }: { eventId: number; targetId: string },
): Promise<Beacon> {
  const found = await repo.findBeacon(ctx.db, { eventId, viewerId: viewer.userId, targetId });
  const row = requireParticipant(viewer, found);
  requireRunning(ctx, row);
  if (row.target === null) throw new HttpError('forbidden', LIVE_TEXTS.notYourFriend);
  const waitMs = limit.take([viewer.userId, targetId].toSorted().join());
  if (waitMs > 0) throw rateLimited(waitMs);
  const colour = BEACON_COLOURS[randomInt(BEACON_COLOURS.length)] ?? BEACON_COLOURS[0];
  const beacon = { event_id: eventId, colour, duration_ms: BEACON_DURATION_MS };
  const own = { ...beacon, user: row.target, is_mine: true };
  const after = new Effects();
  after.publishToUser(targetId, 'flash', { ...beacon, user: row.viewer, is_mine: false });
  await ctx.perform(after.publishToUser(viewer.userId, 'flash', own));
  return own;
}

/** Deletes invalid consents, removes their positions and notifies. */
export async function dropLapsed(ctx: Context): Promise<void> {
  await publishStopped(ctx, await repo.deleteLapsed(ctx.db, nowIso(ctx)));
}

/** Those of `held` who no longer share. */
export async function findLost(ctx: Context, held: readonly HeldPosition[]): Promise<HeldPosition[]> {
  const rows = await repo.findLost(ctx.db, held, nowIso(ctx));
  return rows.map((row) => ({ eventId: row.event_id, userId: row.user_id }));
}

/** Ends consents with their session, event or participation; the result stops it and waits for running work. */
export function startLive(ctx: Context): () => Promise<void> {
  const running = new Set<Promise<void>>();
  const inBackground = (work: () => Promise<void>) => {
    const done = work()
      .catch((error: unknown) => ctx.log.error({ err: error }, 'could not end the sharing of positions'))
      .finally(() => running.delete(done));
    running.add(done);
  };
  ctx.live.follow({
    findLost: (held) => findLost(ctx, held),
    ended(eventId) {
      inBackground(async () => {
        await ctx.perform(new Effects().recheckLive(eventId));
        await dropLapsed(ctx);
      });
    },
  });
  ctx.auth.onSessionEnded(({ sessionId }) =>
    inBackground(async () => publishStopped(ctx, await repo.deleteSharingOfSession(ctx.db, sessionId))),
  );
  const failure = 'could not end the sharing of positions';
  const stops = [
    startInterval(ctx, { everyMs: SWEEP_EVERY_MS, failure, work: () => dropLapsed(ctx) }),
    startInterval(ctx, { everyMs: STOP_RETRY_MS, failure, work: () => retryStops(ctx) }),
  ];
  return async () => {
    for (const stop of stops) await stop();
    ctx.live.close();
    await Promise.all(running);
  };
}
