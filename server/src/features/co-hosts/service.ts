import { CO_HOST_TEXTS } from '@hereabouts/contract/co-hosts';
import { CO_HOSTS_MAX } from '@hereabouts/contract/limits';
import { holdAccounts } from '#server/accounts/account-holds.ts';
import { nowIso } from '#server/clock.ts';
import type { Context } from '#server/context.ts';
import { REVOCATION, type Queryable } from '#server/db/database.ts';
import { together } from '#server/db/together.ts';
import { requireNotOver, requireVisible } from '#server/events/event-access.ts';
import { holdGuestList, lockEventForHost } from '#server/events/event-holds.ts';
import { findCandidate, setCoHost, type Candidate } from '#server/features/invites/co-host-service.ts';
import { notify, withdrawNotifications } from '#server/features/notifications/service.ts';
import { HttpError } from '#server/http/errors.ts';
import type { Viewer } from '#server/http/viewer.ts';

/** Notifies the guest (HOST-02). @throws HttpError `not_found`, `forbidden` for others than the creator, `event_cancelled`,
 * `event_ended`, `invalid` for who cannot be one, `conflict` with ten already, `unauthenticated` for a session just ended */
export async function addCoHost(
  ctx: Context,
  viewer: Viewer,
  eventId: number,
  userId: string,
): Promise<void> {
  await ctx.change(async (tx, after) => {
    await together(ctx.auth.holdSession(tx, viewer), holdAccounts(tx, [userId]));
    const event = await lockEventForHost(tx, viewer, eventId, 'co_hosts');
    requireNotOver(ctx, event);
    const guest = await requireCandidate(tx, eventId, userId, event.created_by);
    if (guest.is_co_host) return;
    await setCoHost(ctx, tx, { by: viewer.userId, eventId, userId, isCoHost: true });
    await notify(
      ctx,
      tx,
      after,
      { kind: 'made_co_host', userIds: [userId], eventId, actorId: viewer.userId },
      nowIso(ctx),
    );
    after.publishToEvent(eventId, 'event_changed').publishListChanged(eventId, [userId]);
  });
}

/** @throws HttpError `invalid`, `conflict` */
async function requireCandidate(
  tx: Queryable,
  eventId: number,
  userId: string,
  creatorId: string,
): Promise<Candidate> {
  const guest = userId === creatorId ? undefined : await findCandidate(tx, eventId, userId);
  if (guest === undefined) throw new HttpError('invalid', CO_HOST_TEXTS.notAGuest);
  if (guest.is_co_host) return guest;
  if (guest.is_suspended) throw new HttpError('invalid', CO_HOST_TEXTS.notNow);
  if (guest.is_anonymous) throw new HttpError('invalid', CO_HOST_TEXTS.needsAccount);
  if (guest.status === 'declined') throw new HttpError('invalid', CO_HOST_TEXTS.notGoing);
  if (guest.co_hosts >= CO_HOSTS_MAX) throw new HttpError('conflict', CO_HOST_TEXTS.tooMany);
  return guest;
}

/** The co-host and their guests stay. A revocation, also after the end. @throws HttpError `not_found`, `forbidden` for others
 * than the creator and the co-host */
export async function removeCoHost(
  ctx: Context,
  viewer: Viewer,
  eventId: number,
  userId: string,
): Promise<void> {
  await ctx.change(async (tx, after) => {
    if (userId === viewer.userId) {
      await requireVisible(tx, viewer, eventId);
      await holdGuestList(tx, eventId);
    } else await lockEventForHost(tx, viewer, eventId, 'co_hosts');
    if (!(await setCoHost(ctx, tx, { by: viewer.userId, eventId, userId, isCoHost: false }))) return;
    if (userId !== viewer.userId)
      await withdrawNotifications(tx, after, {
        kind: 'made_co_host',
        userIds: [userId],
        eventId,
        actorId: viewer.userId,
      });
    after.publishToEvent(eventId, 'event_changed').publishListChanged(eventId, [userId]);
  }, REVOCATION);
}
