import { randomInt } from 'node:crypto';
import { BEACON_DURATION_MS, BEACON_PAUSE_MS, LIVE_TEXTS, type Beacon } from '@hereabouts/contract/live';
import { BEACON_COLOURS } from '@hereabouts/contract/beacon';
import { nowIso } from '#server/clock.ts';
import type { Context } from '#server/context.ts';
import type { Queryable } from '#server/db/database.ts';
import { Effects } from '#server/effects/effects.ts';
import { HttpError, rateLimited } from '#server/http/errors.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { createIdSets } from '#server/live/id-sets.ts';
import type { LiveGrant } from '#server/live/live-positions.ts';
import { requireParticipant, requireRunning } from '#server/events/participation.ts';
import { createRateLimit, type RateLimit } from '#server/rate-limits/memory-limit.ts';
import * as repo from './repo.ts';

const friendSet = createIdSets();

/** Sharers only while it runs. @throws HttpError `not_found`, `forbidden` if no participant */
export async function getLive(ctx: Context, viewer: Viewer, eventId: number): Promise<repo.LiveRow> {
  return requireParticipant(viewer, await repo.findLive(ctx.db, eventId, viewer.userId, nowIso(ctx)));
}

/** Null for others than participants, and once over. Positions are refused before the start. */
export async function findGrant(
  ctx: Context,
  viewer: Viewer,
  eventId: number,
): Promise<Omit<LiveGrant, 'isWatching'> | null> {
  const row = await repo.findGrant(ctx.db, eventId, viewer.userId, nowIso(ctx));
  if (row === undefined) return null;
  const isStopped =
    row.shares_since !== null &&
    ctx.live.pendingStops.ends({ eventId, userId: viewer.userId }, row.shares_since);
  const canSend = row.session_id === viewer.sessionId && !isStopped;
  return {
    friendIds: friendSet(row.friend_ids),
    blocked: row.blocked,
    startMs: Date.parse(row.start_time),
    endMs: Date.parse(row.end_time),
    sharesUntilMs: canSend && row.shares_until !== null ? Date.parse(row.shares_until) : null,
  };
}

/** Participating friends, whose visible people change with an answer. */
export const listAudience = ({ db }: { db: Queryable }, eventId: number, userIds: readonly string[]) =>
  repo.listAudienceIds(db, eventId, userIds);

/** Per pair and process. */
export const createBeaconLimit = ({ clock }: Pick<Context, 'clock'>): RateLimit =>
  createRateLimit({ max: 1, windowMs: BEACON_PAUSE_MS }, clock);

/** Fills the screens of two friends with one colour (FIND-02). @throws HttpError `not_found`, `forbidden` for others than
 * participants and for a target who is not a participating friend, `event_not_running`, `rate_limited` */
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
