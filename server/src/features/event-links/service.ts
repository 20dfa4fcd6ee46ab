import { EVENT_LINK_TEXTS } from '@hereabouts/contract/event-links';
import { isGuest } from '#server/access/event-roles.ts';
import { nowIso } from '#server/clock.ts';
import type { Context } from '#server/context.ts';
import { REVOCATION } from '#server/db/database.ts';
import { isForeignKeyViolation } from '#server/db/errors.ts';
import { requireHost, requireNotOver } from '#server/events/event-access.ts';
import { holdGuestList, lockEventForHost } from '#server/events/event-holds.ts';
import { holdUnblocked } from '#server/features/blocks/service.ts';
import { joinGuests } from '#server/features/invites/service.ts';
import { notifyOfAnswer } from '#server/features/notifications/service.ts';
import { HttpError } from '#server/http/errors.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { deriveLinkToken, hashLinkToken, newSalt, shownToken } from '#server/lib/link-token.ts';
import type { Wish } from '#server/events/places.ts';
import * as repo from './repo.ts';

const deriveToken = ({ auth }: Context, eventId: number, salt: string): string =>
  deriveLinkToken(auth.deriveKey('event links'), eventId, salt);

/** The same answer for every link that does not work, for any reason (LINK-03). */
const gone = () => new HttpError('not_found', EVENT_LINK_TEXTS.gone);

/** Null also after the event and while its creator is suspended; without a token if the key has changed. @throws HttpError
 * `not_found`, `forbidden` for others than a host */
export async function getEventLink(
  ctx: Context,
  viewer: Viewer,
  eventId: number,
): Promise<{ link: { token: string | null } | null; guestsAllowed: boolean }> {
  await requireHost(ctx.db, viewer, eventId, 'link');
  const guestsAllowed = await repo.areGuestsAllowed(ctx.db, eventId);
  const link = await repo.findLink(ctx.db, eventId, nowIso(ctx));
  if (link === undefined) return { link: null, guestsAllowed };
  const token = shownToken(deriveToken(ctx, eventId, link.salt), link.token_hash);
  return { link: { token }, guestsAllowed };
}

/** Joins wait for the locked event (GUEST-03). @throws HttpError `not_found`, `forbidden` for others than a host,
 * `unauthenticated` for a session just ended */
export async function setGuestsAllowed(
  ctx: Context,
  viewer: Viewer,
  eventId: number,
  allowed: boolean,
): Promise<void> {
  await ctx.change(
    async (tx, after) => {
      if (allowed) await ctx.auth.holdSession(tx, viewer);
      await lockEventForHost(tx, viewer, eventId, 'link');
      if (await repo.saveGuestsAllowed(tx, eventId, allowed)) after.publishToEvent(eventId, 'event_changed');
    },
    allowed ? {} : REVOCATION,
  );
}

/** Ends the previous link: joins wait for the event, then find it gone. @throws HttpError `not_found`, `forbidden` for others
 * than a host, `event_cancelled`, `event_ended`, `invalid` while the creator is suspended, `unauthenticated` for a session just
 * ended */
export async function createEventLink(
  ctx: Context,
  viewer: Viewer,
  eventId: number,
): Promise<{ token: string }> {
  const salt = newSalt();
  const token = deriveToken(ctx, eventId, salt);
  await ctx.change(async (tx, after) => {
    await ctx.auth.holdSession(tx, viewer);
    requireNotOver(ctx, await lockEventForHost(tx, viewer, eventId, 'link'));
    const now = nowIso(ctx);
    if (!(await repo.canLinkOpen(tx, eventId, now))) throw new HttpError('invalid', EVENT_LINK_TEXTS.notNow);
    const link = { event_id: eventId, salt, token_hash: hashLinkToken(token) };
    await repo.insertOrReplaceLink(tx, link, now);
    after.publishToEvent(eventId, 'event_changed');
  });
  return { token };
}

/** Idempotent. @throws HttpError `not_found`, `forbidden` for others than a host */
export async function endEventLink(ctx: Context, viewer: Viewer, eventId: number): Promise<void> {
  await ctx.change(async (tx, after) => {
    await lockEventForHost(tx, viewer, eventId, 'link');
    if (await repo.deleteLink(tx, eventId)) after.publishToEvent(eventId, 'event_changed');
  }, REVOCATION);
}

/** Changes nothing (LINK-02). @throws HttpError `not_found`, alike for links that do not work and people who cannot use them */
export async function openEventLink(
  ctx: Pick<Context, 'db' | 'clock'>,
  viewer: Viewer | null,
  token: string,
): Promise<repo.OfferRow> {
  const viewerId = viewer?.userId ?? null;
  const offer = await repo.findOffer(ctx.db, hashLinkToken(token), viewerId, nowIso(ctx));
  if (offer === undefined) throw gone();
  return offer;
}

/** Adds the viewer with an answer; a guest's answer stays (LINK-05). @throws HttpError `not_found` as `openEventLink`, `conflict`
 * when the list is full, `event_full` (HOST-04), `account_needed` (GUEST-03), `unauthenticated` for a session just ended */
export async function joinByLink(
  ctx: Context,
  viewer: Viewer,
  token: string,
  wish: Wish,
): Promise<{ eventId: number; wasGuest: boolean }> {
  const { userId } = viewer;
  const [tokenHash, now] = [hashLinkToken(token), nowIso(ctx)];
  return await ctx
    .change(async (tx, after) => {
      // Also so that no sweep deletes a guest's account that is on no list (GUEST-03).
      await ctx.auth.holdSession(tx, viewer);
      const find = async () => {
        const found = await repo.findJoinable(tx, tokenHash, userId, now);
        if (found === undefined) throw gone();
        if (viewer.isAnonymous && !found.guests_allowed && !isGuest(viewer, found)) {
          throw new HttpError('account_needed', EVENT_LINK_TEXTS.accountsOnly);
        }
        return { eventId: found.id, createdBy: found.created_by, wasGuest: isGuest(viewer, found) };
      };
      const { createdBy, ...before } = await find();
      if (before.wasGuest) return before;
      // In a block's order: the pair, then the event. What changed meanwhile counts.
      if (!(await holdUnblocked(tx, userId, createdBy))) throw gone();
      await holdGuestList(tx, before.eventId);
      const { eventId, wasGuest } = await find();
      if (wasGuest) return { eventId, wasGuest };
      const seat = await joinGuests(tx, after, { eventId, userId, wish, now });
      if (seat === null) throw new HttpError('conflict', EVENT_LINK_TEXTS.full);
      if (seat.status !== 'pending') {
        await notifyOfAnswer(ctx, tx, after, { eventId, creatorId: createdBy, guestId: userId }, now);
      }
      return { eventId, wasGuest };
    })
    .catch((error: unknown) => {
      // The account was deleted meanwhile.
      throw isForeignKeyViolation(error) ? gone() : error;
    });
}
