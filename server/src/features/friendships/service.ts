import { randomUUID } from 'node:crypto';
import { FRIENDSHIP_MESSAGES } from '@hereabouts/contract/friendships';
import { nowIso, type Context } from '#server/context.ts';
import type { Queryable } from '#server/db/database.ts';
import { isForeignKeyViolation, isUniqueViolation } from '#server/db/errors.ts';
import { holdUnblocked } from '#server/features/blocks/service.ts';
import { notify, takeBack, tellNotified } from '#server/features/notifications/service.ts';
import { tellUser } from '#server/features/users/service.ts';
import { HttpError, notFound } from '#server/http/errors.ts';
import { cutPage, decodeCursor, nameKey, pageLimit, type Page } from '#server/http/page-cursor.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { canAccept } from './policy.ts';
import * as repo from './repo.ts';

/**
 * One page of a contacts tab by name, with the counts of all tabs whatever the search (CONT-02, CONT-03, CONT-07).
 * @throws HttpError `invalid` for a cursor that is none
 */
export async function listContacts(
  ctx: Context,
  viewer: Viewer,
  query: {
    tab: repo.ContactsQuery['tab'];
    search?: string | undefined;
    cursor?: string | undefined;
    limit?: number | undefined;
  },
): Promise<Page<repo.ContactRow> & { counts: repo.ContactCounts }> {
  const limit = pageLimit(query.limit);
  const { counts, contacts } = await repo.listContacts(ctx.db, {
    viewerId: viewer.userId,
    tab: query.tab,
    search: query.search ?? '',
    after: decodeCursor(nameKey, query.cursor),
    limit: limit + 1,
  });
  return { counts, ...cutPage(contacts, limit, (row) => [row.sort_name, row.id]) };
}

/**
 * Asks a person to be friends (CONT-11). The database holds that two people have one row at most (PERM-07), also when
 * both ask at once.
 * @throws HttpError `invalid` to oneself, `not_found` without such a person or one who is blocked, `friendship_exists`
 */
export async function sendFriendRequest(
  ctx: Context,
  viewer: Viewer,
  addresseeId: string,
): Promise<repo.FriendshipRow> {
  if (addresseeId === viewer.userId) throw new HttpError('invalid', FRIENDSHIP_MESSAGES.self);
  const request = { id: randomUUID(), requesterId: viewer.userId, addresseeId, now: nowIso(ctx) };
  const friendship = await ctx.db
    .transaction(async (tx) => {
      if (!(await holdUnblocked(tx, viewer.userId, addresseeId))) throw notFound();
      const row = await repo.insertRequest(tx, request);
      const news = { kind: 'request_received', userIds: [addresseeId], actorId: viewer.userId } as const;
      await notify(tx, news, request.now);
      return row;
    })
    .catch((error: unknown) => {
      if (isUniqueViolation(error, 'friendships_pair')) {
        throw new HttpError('friendship_exists', FRIENDSHIP_MESSAGES.exists);
      }
      throw isForeignKeyViolation(error) ? notFound() : error;
    });
  tellBoth(ctx, friendship);
  await tellNotified(ctx, [addresseeId]);
  return friendship;
}

/**
 * Accepts a request; accepting it again changes nothing (PERM-03).
 * @throws HttpError `not_found` for anyone but the two, `forbidden` for the person who asked
 */
export async function acceptFriendRequest(
  ctx: Context,
  viewer: Viewer,
  friendshipId: string,
): Promise<repo.FriendshipRow> {
  const now = nowIso(ctx);
  const accepted = await ctx.db.transaction(async (tx) => {
    const row = await repo.acceptRequest(tx, friendshipId, viewer.userId, now);
    if (row !== undefined) await notifyAccepted(tx, row, viewer.userId, now);
    return row;
  });
  if (accepted !== undefined) {
    tellBoth(ctx, accepted);
    await tellBothNotified(ctx, accepted);
    return accepted;
  }
  const friendship = await repo.findFriendship(ctx.db, friendshipId, viewer.userId);
  if (friendship === undefined) throw notFound();
  if (!canAccept(viewer, friendship)) throw new HttpError('forbidden', FRIENDSHIP_MESSAGES.mayNotAccept);
  return friendship;
}

/**
 * Cancels, declines or unfriends: either of the two may, whatever the state (PERM-03).
 * @throws HttpError `not_found` for anyone else, and when it is gone already
 */
export async function deleteFriendship(ctx: Context, viewer: Viewer, friendshipId: string): Promise<void> {
  const friendship = await ctx.db.transaction(async (tx) => {
    const row = await repo.deleteFriendship(tx, friendshipId, viewer.userId);
    if (row !== undefined) await takeRequestBack(tx, row);
    return row;
  });
  if (friendship === undefined) throw notFound();
  tellBoth(ctx, friendship);
  if (friendship.status === 'pending') await tellNotified(ctx, [friendship.addressee_id]);
}

/**
 * For another feature in which both have agreed already: makes two people friends at once, from no row or a request
 * either way; the requester is who does it, so the addressee is notified. Runs in the caller's transaction, which holds the
 * two unblocked (`holdUnblocked`); call `tellBoth` and `tellBothNotified` with what it returns after the commit.
 * @returns null when they were friends before
 */
export async function befriend(
  tx: Queryable,
  people: { requesterId: string; addresseeId: string; now: string },
): Promise<repo.FriendshipRow | null> {
  const row = await repo.upsertAccepted(tx, { id: randomUUID(), ...people });
  if (row === undefined) return null;
  await notifyAccepted(tx, row, people.requesterId, people.now);
  return row;
}

/** Tells the other of the two; a request that stands no more is no news to whom it was sent. */
async function notifyAccepted(
  tx: Queryable,
  friendship: repo.FriendshipRow,
  actorId: string,
  now: string,
): Promise<void> {
  const { requester_id, addressee_id } = friendship;
  await takeRequestBack(tx, friendship);
  await notify(tx, { kind: 'request_accepted', userIds: [requester_id, addressee_id], actorId }, now);
}

const takeRequestBack = (tx: Queryable, { requester_id, addressee_id }: repo.FriendshipRow): Promise<void> =>
  takeBack(tx, { kind: 'request_received', userIds: [addressee_id], actorId: requester_id });

/** Tells both people how many notifications they have not read. Call it after the commit. */
export const tellBothNotified = (
  ctx: Context,
  { requester_id, addressee_id }: repo.FriendshipRow,
): Promise<void> => tellNotified(ctx, [requester_id, addressee_id]);

/** Tells both people that what is between them has changed; whether they see each other's position goes with it. */
export function tellBoth(ctx: Context, { requester_id, addressee_id }: repo.FriendshipRow): void {
  ctx.realtime.recheckPeople([requester_id, addressee_id], ['live']);
  tellUser(ctx, requester_id, 'friendship_changed', { user_id: addressee_id });
  tellUser(ctx, addressee_id, 'friendship_changed', { user_id: requester_id });
}
