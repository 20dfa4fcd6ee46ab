import { randomUUID } from 'node:crypto';
import { FRIENDSHIP_TEXTS } from '@hereabouts/contract/friendships';
import { DISCOVER_PAGE_MAX, PAGE_MAX } from '@hereabouts/contract/limits';
import { areFriends, canAccept } from '#server/access/friends.ts';
import type { Subscriber } from '#server/domain-events.ts';
import { nowIso } from '#server/clock.ts';
import type { Context } from '#server/context.ts';
import { REVOCATION, type Queryable } from '#server/db/database.ts';
import { isForeignKeyViolation, isUniqueViolation } from '#server/db/errors.ts';
import { together } from '#server/db/together.ts';
import type { Effects } from '#server/effects/effects.ts';
import { holdUnblocked } from '#server/features/blocks/service.ts';
import { notify, withdrawNotifications, type Notifier } from '#server/features/notifications/service.ts';
import { HttpError, notFound } from '#server/http/errors.ts';
import { cutPage, decodeCursor, momentKey, nameKey, pageLimit, type Page } from '#server/http/page-cursor.ts';
import type { PersonsTurn } from '#server/http/queues/request-turns.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { noteRevocations } from '#server/instance/removals.ts';
import * as repo from './repo.ts';

/** A page of a contacts tab (CONT-07) with the counts of all tabs, whatever the search (CONT-02, CONT-03). @throws HttpError
 * `invalid` for a malformed cursor, `rate_limited` after very many people of Discover */
export async function listContacts(
  ctx: Context,
  viewer: Viewer,
  query: {
    tab: repo.ContactsQuery['tab'];
    search?: string | undefined;
    for?: 'invitation' | undefined;
    cursor?: string | undefined;
    limit?: number | undefined;
    from: string;
  },
): Promise<Page<repo.ContactRow> & { counts: repo.ContactCounts }> {
  const isDiscover = query.tab === 'discover';
  const limit = Math.min(pageLimit(query.limit), isDiscover ? DISCOVER_PAGE_MAX : PAGE_MAX);
  const asked = {
    viewerId: viewer.userId,
    now: nowIso(ctx),
    tab: query.tab,
    search: query.search ?? '',
    isForInvitation: query.for === 'invitation',
    after: decodeCursor(repo.isByMoment(query.tab) ? momentKey : nameKey, query.cursor),
    limit: limit + 1,
  };
  const { counts, contacts } = await turnsOf(
    ctx,
    query.tab,
    asked.search,
  )({ userId: viewer.userId, from: query.from }, () => repo.listContacts(ctx.db, asked));
  const page = cutPage(contacts, limit, (row) => [row.sort_key, row.id]);
  if (isDiscover) ctx.lookups.showPeople(viewer.userId, page.rows.length);
  return { counts, ...page };
}

function turnsOf(ctx: Context, tab: repo.ContactsQuery['tab'], search: string): PersonsTurn {
  if (tab !== 'discover') return ctx.heavyReads;
  return search === '' || repo.hasTrigram(search) ? ctx.searches.indexed : ctx.searches.unindexed;
}

/** Sends a friend request (CONT-11); a constraint allows one row per pair (PERM-07). @throws HttpError `invalid` to oneself,
 * `not_found` also for a blocked person, `friendship_exists`, `unauthenticated` for a session just ended */
export async function sendFriendRequest(
  ctx: Context,
  viewer: Viewer,
  addresseeId: string,
): Promise<repo.FriendshipRow> {
  if (addresseeId === viewer.userId) throw new HttpError('invalid', FRIENDSHIP_TEXTS.self);
  const request = { id: randomUUID(), requesterId: viewer.userId, addresseeId, now: nowIso(ctx) };
  return await ctx
    .change(async (tx, after) => {
      const [, isUnblocked] = await together(
        ctx.auth.holdSession(tx, viewer),
        holdUnblocked(tx, viewer.userId, addresseeId),
      );
      if (!isUnblocked) throw notFound();
      const row = await repo.insertRequest(tx, request);
      const news = { kind: 'request_received', userIds: [addresseeId], actorId: viewer.userId } as const;
      await notify(ctx, tx, after, news, request.now);
      collectChange(after, row);
      return row;
    })
    .catch((error: unknown) => {
      if (isUniqueViolation(error, 'friendships_pair')) {
        throw new HttpError('friendship_exists', FRIENDSHIP_TEXTS.exists);
      }
      throw isForeignKeyViolation(error) ? notFound() : error;
    });
}

/** Idempotent (PERM-03). @throws HttpError `forbidden` for the requester, `not_found`, `unauthenticated` for a session just
 * ended */
export async function acceptFriendRequest(
  ctx: Context,
  viewer: Viewer,
  friendshipId: string,
): Promise<repo.FriendshipRow> {
  const now = nowIso(ctx);
  const accepted = await ctx.change(async (tx, after) => {
    await ctx.auth.holdSession(tx, viewer);
    const row = await repo.acceptRequest(tx, friendshipId, viewer.userId, now);
    if (row !== undefined) await notifyAccepted(ctx, tx, after, row, { actorId: viewer.userId, now });
    return row;
  });
  if (accepted !== undefined) return accepted;
  const friendship = await repo.findFriendship(ctx.db, friendshipId, viewer.userId);
  if (friendship === undefined) throw notFound();
  if (!canAccept(viewer, friendship)) throw new HttpError('forbidden', FRIENDSHIP_TEXTS.mayNotAccept);
  // A request of a suspended person cannot be accepted.
  if (!areFriends(friendship)) throw notFound();
  return friendship;
}

/** Cancels, declines or unfriends: either of the two, in any state (PERM-03), or only in the one asked for. @throws HttpError
 * `not_found`, `conflict` for a request that has been accepted */
export async function deleteFriendship(
  ctx: Context,
  viewer: Viewer,
  asked: { id: string; status?: 'pending' | undefined },
): Promise<void> {
  await ctx.change(async (tx, after) => {
    const friendship = await repo.deleteFriendship(tx, asked.id, viewer.userId);
    if (friendship === undefined) throw notFound();
    // Rolled back: whoever cancels or declines was not asked whether to unfriend.
    if (asked.status !== undefined && friendship.status !== asked.status)
      throw new HttpError('conflict', FRIENDSHIP_TEXTS.friendsByNow);
    const { requester_id, addressee_id } = friendship;
    collectChange(after, friendship);
    const of = [[requester_id, addressee_id]] as const;
    const wereFriends = friendship.status === 'accepted';
    const otherId = addressee_id === viewer.userId ? requester_id : addressee_id;
    const refusal = { byId: viewer.userId, otherId, wereFriends };
    const isRefused = wereFriends || addressee_id === viewer.userId;
    await together(
      noteRevocations(ctx, tx, 'unfriended', { by: viewer.userId, of }),
      // Accepting has already withdrawn the notification.
      wereFriends ? null : withdrawRequestNotification(tx, after, friendship),
      isRefused ? ctx.emit(tx, after, 'friendship_refused', refusal) : null,
    );
  }, REVOCATION);
}

/** Befriends two people who both agreed; the addressee is notified. In the caller's transaction, after `holdUnblocked`.
 * @returns false if they were friends before */
export async function befriend(
  ctx: Notifier,
  tx: Queryable,
  after: Effects,
  people: { requesterId: string; addresseeId: string; now: string },
): Promise<boolean> {
  const row = await repo.upsertAccepted(tx, { id: randomUUID(), ...people });
  if (row === undefined) return false;
  await notifyAccepted(ctx, tx, after, row, { actorId: people.requesterId, now: people.now });
  return true;
}

async function notifyAccepted(
  ctx: Notifier,
  tx: Queryable,
  after: Effects,
  friendship: repo.FriendshipRow,
  { actorId, now }: { actorId: string; now: string },
): Promise<void> {
  const { requester_id, addressee_id } = friendship;
  await withdrawRequestNotification(tx, after, friendship);
  await notify(
    ctx,
    tx,
    after,
    { kind: 'request_accepted', userIds: [requester_id, addressee_id], actorId },
    now,
  );
  collectChange(after, friendship);
}

const withdrawRequestNotification = (
  tx: Queryable,
  after: Effects,
  { requester_id, addressee_id }: repo.FriendshipRow,
): Promise<void> =>
  withdrawNotifications(tx, after, {
    kind: 'request_received',
    userIds: [addressee_id],
    actorId: requester_id,
  });

/** The friendship decides whether they see each other's positions. */
function collectChange(
  after: Effects,
  { requester_id, addressee_id }: Pick<repo.FriendshipRow, 'requester_id' | 'addressee_id'>,
): void {
  after
    .recheckPeople([requester_id, addressee_id], ['live'])
    .publishFriendshipChanged(requester_id, addressee_id);
}

/** The other hears what the end of a friendship or request says, and without one nothing: a hint would name who has blocked them. */
export const endFriendshipBetween: Subscriber<'person_blocked'> = async (tx, after, { userId, otherId }) => {
  const hasEnded = await repo.deleteFriendshipBetween(tx, userId, otherId);
  if (hasEnded) after.publishToUser(otherId, 'friendship_changed', { user_id: userId });
};
