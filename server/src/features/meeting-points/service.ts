import { randomUUID } from 'node:crypto';
import { MEETING_POINT_TEXTS, PLAIN_MEETING_POINT_NAME } from '@hereabouts/contract/meeting-points';
import { canRemoveMeetingPoint } from '#server/access/live.ts';
import { nowIso } from '#server/clock.ts';
import type { Context } from '#server/context.ts';
import { REVOCATION } from '#server/db/database.ts';
import { together } from '#server/db/together.ts';
import type { Subscriber } from '#server/domain-events.ts';
import { requireNotOver } from '#server/events/event-access.ts';
import { holdEvent } from '#server/events/event-holds.ts';
import { addMeetingPointLine } from '#server/features/chat/line-service.ts';
import { notify } from '#server/features/notifications/service.ts';
import { HttpError } from '#server/http/errors.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { findParticipation, requireParticipant } from '#server/events/participation.ts';
import * as repo from './repo.ts';

/** Replaces the event's only meeting point (LIVE-09), with a chat line and a notification. @throws HttpError `not_found`,
 * `forbidden` for others than participants, `event_cancelled`, `event_ended` */
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
    const [, event] = await together(holdEvent(tx, eventId), findParticipation(tx, eventId, userId));
    requireNotOver(ctx, requireParticipant(viewer, event));
    const meetAt = meet_at === null ? null : new Date(meet_at).toISOString();
    const values = { eventId, name, latitude, longitude, meetAt, setBy: userId, now };
    const [row, userIds] = await together(
      repo.saveMeetingPoint(tx, values),
      repo.listParticipantIds(tx, eventId),
    );
    await notify(ctx, tx, after, { kind: 'meeting_point_set', userIds, eventId, actorId: userId }, now);
    const line = { eventId, userId, name, meetAt, id: randomUUID(), now };
    const { hiddenFrom } = await addMeetingPointLine(tx, after, line);
    const anonymous = { ...row, name: PLAIN_MEETING_POINT_NAME, meet_at: null, set_by: null };
    const override = { userIds: hiddenFrom, payload: { meeting_point: anonymous } };
    after.publishToLive(eventId, 'meeting_point_changed', { meeting_point: row }, override);
    return row;
  });
}

/** Idempotent. `setAt`: of the one that is meant, null for any. @throws HttpError `not_found`, `forbidden` for others than setter
 * and creator, `event_cancelled`, `event_ended` */
export async function removeMeetingPoint(
  ctx: Context,
  viewer: Viewer,
  eventId: number,
  setAt: string | null,
): Promise<void> {
  await ctx.change(async (tx, after) => {
    const [, found] = await together(holdEvent(tx, eventId), findParticipation(tx, eventId, viewer.userId));
    const event = requireParticipant(viewer, found);
    requireNotOver(ctx, event);
    const point = await repo.lockMeetingPoint(tx, eventId, setAt);
    if (point === undefined) return;
    if (!canRemoveMeetingPoint(viewer, event, point)) {
      throw new HttpError('forbidden', MEETING_POINT_TEXTS.mayNotRemove);
    }
    await repo.deleteMeetingPoint(tx, eventId);
    after.publishToLive(eventId, 'meeting_point_changed', { meeting_point: null });
  }, REVOCATION);
}

/** Nobody meets at a cancelled event (SAFE-04). */
export const removePointOfCancelled: Subscriber<'event_cancelled'> = async (tx, _after, { eventId }) => {
  await repo.deleteMeetingPoint(tx, eventId);
};
