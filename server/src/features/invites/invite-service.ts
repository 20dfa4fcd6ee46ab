import { EVENT_TEXTS } from '@hereabouts/contract/event-texts';
import { EVENT_INVITES_MAX } from '@hereabouts/contract/limits';
import { canHost } from '#server/access/events.ts';
import { nowIso } from '#server/clock.ts';
import type { Context } from '#server/context.ts';
import type { Queryable } from '#server/db/database.ts';
import { together } from '#server/db/together.ts';
import type { Effects } from '#server/effects/effects.ts';
import { requireNotOver } from '#server/events/event-access.ts';
import { lockForHostAndRead } from '#server/events/event-holds.ts';
import { holdPairs } from '#server/features/blocks/service.ts';
import { notify, type Notifier } from '#server/features/notifications/service.ts';
import { HttpError, notFound } from '#server/http/errors.ts';
import { cutPage, decodeCursor, nameKey, pageLimit, type Page } from '#server/http/page-cursor.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { forgetRemovals } from './removal-repo.ts';
import * as repo from './repo.ts';
import { listHidden } from './service.ts';

/** The host's own friends without an invite, by name (INV-01, INV-04). @throws HttpError `not_found`,
 * `forbidden` for others than a host (INV-07, HOST-01), `event_cancelled`, `event_ended` */
export async function listInvitable(
  ctx: Context,
  viewer: Viewer,
  eventId: number,
  query: { search?: string | undefined; cursor?: string | undefined; limit?: number | undefined },
): Promise<{ event: repo.InvitableEventRow; page: Page<repo.InvitableRow> }> {
  const limit = pageLimit(query.limit);
  const event = await repo.findInvitable(ctx.db, {
    eventId,
    viewerId: viewer.userId,
    search: query.search ?? '',
    after: decodeCursor(nameKey, query.cursor),
    limit: limit + 1,
  });
  if (event === undefined) throw notFound();
  if (!canHost('invite', viewer, event)) throw new HttpError('forbidden', EVENT_TEXTS.mayNotInvite);
  requireNotOver(ctx, event);
  return { event, page: cutPage(event.friends, limit, (row) => [row.sort_name, row.id]) };
}

/** Invites friends, atomically; existing invites keep their answer. Returns the number of new ones. @throws HttpError
 * `not_found`, `forbidden` for others than a host (INV-07, HOST-01) or for an invitee who is not a friend (EVF-16),
 * `event_cancelled`, `event_ended`, `invalid` over the limit of guests, `unauthenticated` for a session just ended */
export async function inviteFriends(
  ctx: Context,
  viewer: Viewer,
  eventId: number,
  userIds: readonly string[],
): Promise<number> {
  return await ctx.change(async (tx, after) => {
    const [, pairs] = await together(
      ctx.auth.holdSession(tx, viewer),
      holdPairsWithCreator(tx, viewer, eventId, new Set(userIds)),
    );
    const list = () => together(repo.listInvitedIds(tx, eventId), listHidden(tx, viewer, eventId));
    const asHost = { eventId, action: 'invite' } as const;
    const [event, [invitedIds, hidden]] = await lockForHostAndRead(tx, viewer, asHost, list);
    requireNotOver(ctx, event);
    const invited = new Set(invitedIds);
    // A guest hidden by a block is answered like somebody who is not on the list.
    const shown = invited.difference(hidden);
    const fresh = new Set(userIds).difference(shown);
    invited.delete(event.created_by);
    if (invited.size + fresh.size > EVENT_INVITES_MAX) {
      throw new HttpError('invalid', EVENT_TEXTS.tooManyInvites);
    }
    const friends = await holdFriends(tx, viewer, fresh, event.created_by, pairs);
    await inviteHeldFriends(ctx, tx, after, { eventId, viewer, userIds: fresh, now: nowIso(ctx) }, friends);
    if (fresh.size > 0) after.publishToEvent(eventId, 'event_changed').publishListChanged(eventId, fresh);
    return fresh.size;
  });
}

/** For a co-host: locks the pairs of the creator and the invitees, and returns these invitees. In the lock order of a block:
 * before the event is held. Only friends without an invite: made-up ids would fill the database's lock table. `beforeLocks`: only
 * called if there are any. */
export async function holdPairsWithCreator(
  tx: Queryable,
  viewer: Viewer,
  eventId: number,
  userIds: ReadonlySet<string>,
  beforeLocks: () => void = () => {},
): Promise<ReadonlySet<string>> {
  const creatorId = await repo.findCreator(tx, eventId, viewer.userId);
  if (creatorId === undefined || creatorId === viewer.userId || userIds.size === 0) return new Set();
  const friendIds = await repo.listUninvitedFriends(tx, eventId, viewer.userId, [...userIds]);
  if (friendIds.length === 0) return new Set();
  beforeLocks();
  await holdPairs(tx, creatorId, friendIds);
  return new Set(friendIds);
}

/** Locks the friendships until the commit. Returns the friends in no block with the event's creator (EVF-16): for a co-host, only
 * those in `pairs` of `holdPairsWithCreator`, as a block with others might begin meanwhile. */
export async function holdFriends(
  tx: Queryable,
  viewer: Viewer,
  userIds: ReadonlySet<string>,
  creatorId: string,
  pairs: ReadonlySet<string> = new Set(),
): Promise<ReadonlySet<string>> {
  if (userIds.size === 0) return new Set();
  const held = await repo.holdFriendships(tx, viewer.userId, [...userIds]);
  if (creatorId === viewer.userId) return new Set(held);
  return new Set(await repo.listUnblocked(tx, creatorId, held)).intersection(pairs);
}

type Invitation = { eventId: number; viewer: Viewer; userIds: ReadonlySet<string>; now: string };

/** `friends`: of `holdFriends`. @throws HttpError `forbidden`, alike for a person who is not a friend and an unknown id */
export async function inviteHeldFriends(
  ctx: Notifier,
  tx: Queryable,
  after: Effects,
  { eventId, viewer, userIds, now }: Invitation,
  friends: ReadonlySet<string>,
): Promise<void> {
  if (!userIds.isSubsetOf(friends)) throw new HttpError('forbidden', EVENT_TEXTS.onlyFriends);
  if (userIds.size === 0) return;
  await together(
    repo.insertInvites(tx, { eventId, userIds: [...userIds], by: viewer.userId, now }),
    forgetRemovals(tx, eventId, [...userIds]),
    notify(ctx, tx, after, { kind: 'invited', userIds, eventId, actorId: viewer.userId }, now),
  );
}
