import { randomInt, randomUUID } from 'node:crypto';
import { ERROR_MESSAGES } from '@hereabouts/contract/errors';
import { FLASH_DURATION_MS, FLASH_PAUSE_MS, LIVE_MESSAGES, type Flash } from '@hereabouts/contract/live';
import { FLASH_COLOURS } from '@hereabouts/contract/live-messages';
import { liveTopic } from '@hereabouts/contract/realtime';
import type { LiveMessages } from '@hereabouts/contract/realtime-messages';
import { nowIso, type Context } from '#server/context.ts';
import { addMeetingPointLine, tellMeetingPointLine } from '#server/features/chat/service.ts';
import { isParticipant } from '#server/features/events/policy.ts';
import { endSharing, holdEvent, requireNotOver, tellUnshared } from '#server/features/events/service.ts';
import { notify, tellNotified } from '#server/features/notifications/service.ts';
import { tellUser } from '#server/features/users/service.ts';
import { HttpError, notFound, rateLimited } from '#server/http/errors.ts';
import type { Viewer } from '#server/http/viewer.ts';
import type { HeldPosition, LiveGrant } from '#server/live/live-positions.ts';
import { createRateLimit, type RateLimit } from '#server/rate-limit.ts';
import { repeat } from '#server/repeat.ts';
import { isRunning, mayRemoveMeetingPoint, maySendPosition } from './policy.ts';
import * as repo from './repo.ts';

/** Consents of events that ended while nobody had them open are taken away within this time. */
const SWEEP_EVERY_MS = 15_000;

/** @throws HttpError `not_found`, `forbidden` for whoever sees the event and does not take part */
function requireParticipant<Row extends Pick<repo.AccessRow, 'created_by' | 'my_status'>>(
  viewer: Viewer,
  row: Row | undefined,
): Row {
  if (row === undefined) throw notFound();
  if (!isParticipant(viewer, row)) throw new HttpError('forbidden', LIVE_MESSAGES.notParticipant);
  return row;
}

/** @throws HttpError `event_not_running` before the start, after the end and when cancelled (LIVE-01) */
function requireRunning({ clock }: Context, event: repo.AccessRow): void {
  if (!isRunning(event, clock.now())) throw new HttpError('event_not_running', LIVE_MESSAGES.notRunning);
}

/**
 * The live page, also before the start and after the end: nobody shares then.
 * @throws HttpError `not_found`, `forbidden` for others than participants
 */
export async function getLive(ctx: Context, viewer: Viewer, eventId: number): Promise<repo.LiveRow> {
  return requireParticipant(viewer, await repo.findLive(ctx.db, eventId, viewer.userId, nowIso(ctx)));
}

/**
 * What a member of `live:{eventId}` may see and send; null for whoever does not take part and once the event is over.
 * Before the start one may join, and positions are refused.
 */
export async function findGrant(
  ctx: Context,
  viewer: Viewer,
  eventId: number,
): Promise<Omit<LiveGrant, 'isWatching'> | null> {
  const row = await repo.findGrant(ctx.db, eventId, viewer.userId, nowIso(ctx));
  if (row === undefined) return null;
  return {
    friendIds: new Set(row.friend_ids),
    startMs: Date.parse(row.start_time),
    endMs: Date.parse(row.end_time),
    isSharing: row.session_id === viewer.sessionId,
  };
}

/** Where the viewer shares now, on whatever device, by end (LIVE-03). */
export const listSharing = (ctx: Context, viewer: Viewer): Promise<repo.SharingRow[]> =>
  repo.listSharing(ctx.db, viewer.userId, nowIso(ctx));

/**
 * Consents that this session sends where it is until the event ends. From another session the consent moves here.
 * @throws HttpError `not_found`, `forbidden` for who does not take part, a creator who answered Not Going among them,
 * `event_not_running`
 */
export async function startSharing(ctx: Context, viewer: Viewer, eventId: number): Promise<repo.SharingRow> {
  const { userId, sessionId } = viewer;
  const now = nowIso(ctx);
  const { hasChanged, sharing } = await ctx.db.transaction(async (tx) => {
    await holdEvent(tx, eventId);
    const event = await repo.findAccess(tx, eventId, userId);
    if (event === undefined) throw notFound();
    if (!maySendPosition(viewer, event)) throw new HttpError('forbidden', LIVE_MESSAGES.mayNotShare);
    requireRunning(ctx, event);
    const hasChanged = await repo.saveSharing(tx, { eventId, userId, sessionId, now });
    return { hasChanged, sharing: await repo.findSharing(tx, { eventId, userId, now }) };
  });
  // The session ended meanwhile.
  if (sharing === undefined) throw new HttpError('unauthenticated', ERROR_MESSAGES.unauthenticated);
  if (hasChanged) {
    ctx.realtime.recheck(liveTopic(eventId), [userId]);
    ctx.live.started(eventId, [userId]);
    tellUser(ctx, userId, 'sharing_changed', { event_id: eventId });
  }
  return sharing;
}

/**
 * Ends the viewer's sharing, on whatever device; when nothing is shared nothing happens.
 * @throws HttpError `not_found` for whoever cannot see the event
 */
export async function stopSharing(ctx: Context, viewer: Viewer, eventId: number): Promise<void> {
  const { userId } = viewer;
  const unshared = await endSharing(ctx.db, eventId, [userId]);
  if (unshared.length > 0) tellStopped(ctx, [{ event_id: eventId, user_id: userId }]);
  else if ((await repo.findAccess(ctx.db, eventId, userId)) === undefined) throw notFound();
}

/** Takes positions away everywhere, after their consents have gone. */
function tellStopped(ctx: Context, consents: readonly repo.ConsentRow[]): void {
  for (const { event_id: eventId, user_id: userId } of consents) {
    // First, so that no position gets in any more.
    ctx.realtime.recheck(liveTopic(eventId), [userId]);
    tellUnshared(ctx, eventId, [userId]);
  }
}

/**
 * After an answer: the friends of a person who takes part now must see them, and may be seen. Whoever takes part no
 * longer is forgotten by `live.stopped`.
 */
export async function tellOfAnswer(ctx: Context, eventId: number, userId: string): Promise<void> {
  ctx.realtime.recheck(liveTopic(eventId), await repo.listAudienceIds(ctx.db, eventId, userId));
}

/**
 * Sets the event's one meeting point in place of the last (LIVE-09), with a line in the chat and a notification.
 * @throws HttpError `not_found`, `forbidden` for others than participants, `event_cancelled`, `event_ended`
 */
export async function setMeetingPoint(
  ctx: Context,
  viewer: Viewer,
  eventId: number,
  point: { name: string; latitude: number; longitude: number; meet_at: string | null },
): Promise<repo.MeetingPointRow> {
  const { userId } = viewer;
  const { name, latitude, longitude, meet_at } = point;
  const now = nowIso(ctx);
  const set = await ctx.db.transaction(async (tx) => {
    await holdEvent(tx, eventId);
    requireNotOver(ctx, requireParticipant(viewer, await repo.findAccess(tx, eventId, userId)));
    const meetAt = meet_at === null ? null : new Date(meet_at).toISOString();
    const row = await repo.saveMeetingPoint(tx, {
      eventId,
      name,
      latitude,
      longitude,
      meetAt,
      setBy: userId,
      now,
    });
    const told = await repo.listParticipantIds(tx, eventId);
    await notify(tx, { kind: 'meeting_point_set', userIds: told, eventId, actorId: userId }, now);
    const line = await addMeetingPointLine(tx, { eventId, userId, name, meetAt, id: randomUUID(), now });
    return { row, told, line };
  });
  tellMeetingPoint(ctx, eventId, set.row, set.line.hiddenFrom);
  tellMeetingPointLine(ctx, eventId, set.line);
  await tellNotified(ctx, set.told);
  return set.row;
}

/**
 * Takes the meeting point away; without one nothing happens.
 * @throws HttpError `not_found`, `forbidden` for others than its setter and the creator, `event_cancelled`, `event_ended`
 */
export async function removeMeetingPoint(ctx: Context, viewer: Viewer, eventId: number): Promise<void> {
  const wasThere = await ctx.db.transaction(async (tx) => {
    await holdEvent(tx, eventId);
    const event = requireParticipant(viewer, await repo.findAccess(tx, eventId, viewer.userId));
    requireNotOver(ctx, event);
    const point = await repo.lockMeetingPoint(tx, eventId);
    if (point === undefined) return false;
    if (!mayRemoveMeetingPoint(viewer, event, point)) {
      throw new HttpError('forbidden', LIVE_MESSAGES.mayNotRemove);
    }
    await repo.deleteMeetingPoint(tx, eventId);
    return true;
  });
  if (wasThere) tellMeetingPoint(ctx, eventId, null, []);
}

/** `hiddenFrom`: for whom its setter does not exist. */
function tellMeetingPoint(
  ctx: Context,
  eventId: number,
  point: repo.MeetingPointRow | null,
  hiddenFrom: readonly string[],
): void {
  const payload: LiveMessages['meeting_point_changed'] = { meeting_point: point };
  const anonymous: LiveMessages['meeting_point_changed'] = {
    meeting_point: point && { ...point, set_by: null },
  };
  const apart = hiddenFrom.length > 0 ? { userIds: hiddenFrom, payload: anonymous } : undefined;
  ctx.realtime.publish(liveTopic(eventId), 'meeting_point_changed', payload, apart);
}

/** Flashes between two people; each process counts for itself. */
export const createFlashLimit = ({ clock }: Pick<Context, 'clock'>): RateLimit =>
  createRateLimit({ max: 1, windowMs: FLASH_PAUSE_MS }, clock);

/**
 * Fills the screens of two friends with the same colour (FIND-02).
 * @throws HttpError `not_found`, `forbidden` for others than participants and for whoever is no friend who takes part,
 * `event_not_running`, `rate_limited` too soon after the last flash of the two
 */
export async function sendFlash(
  ctx: Context,
  limit: RateLimit,
  viewer: Viewer,
  { eventId, targetId }: { eventId: number; targetId: string },
): Promise<Flash> {
  const found = await repo.findFlash(ctx.db, { eventId, viewerId: viewer.userId, targetId });
  const row = requireParticipant(viewer, found);
  requireRunning(ctx, row);
  if (row.target === null) throw new HttpError('forbidden', LIVE_MESSAGES.notYourFriend);
  const waitMs = limit.take([viewer.userId, targetId].toSorted().join());
  if (waitMs > 0) throw rateLimited(waitMs);
  const colour = FLASH_COLOURS[randomInt(FLASH_COLOURS.length)] ?? FLASH_COLOURS[0];
  const flash = { event_id: eventId, colour, duration_ms: FLASH_DURATION_MS };
  tellUser(ctx, targetId, 'flash', { ...flash, user: row.viewer, is_mine: false });
  tellUser(ctx, viewer.userId, 'flash', { ...flash, user: row.target, is_mine: true });
  return { ...flash, user: row.target, is_mine: true };
}

/** Takes away consents that do not stand any more, with their positions, and says so. */
export async function dropLapsed(ctx: Context): Promise<void> {
  tellStopped(ctx, await repo.deleteLapsed(ctx.db, nowIso(ctx)));
}

/** Which of these people share at the event no longer. */
export async function findLost(ctx: Context, held: readonly HeldPosition[]): Promise<HeldPosition[]> {
  const rows = await repo.findLost(ctx.db, held, nowIso(ctx));
  return rows.map((row) => ({ eventId: row.event_id, userId: row.user_id }));
}

/** Ends consents with their session, event or participation; the returned function stops and waits for what runs. */
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
      ctx.realtime.recheck(liveTopic(eventId));
      inBackground(() => dropLapsed(ctx));
    },
  });
  ctx.auth.onSessionEnded(({ sessionId }) =>
    inBackground(async () => tellStopped(ctx, await repo.deleteSharingOfSession(ctx.db, sessionId))),
  );
  const stop = repeat(ctx, {
    everyMs: SWEEP_EVERY_MS,
    failure: 'could not end the sharing of positions',
    work: () => dropLapsed(ctx),
  });
  return async () => {
    await stop();
    ctx.live.close();
    await Promise.all(running);
  };
}
