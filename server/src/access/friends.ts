import type { Relationship } from '@hereabouts/contract/users';
import type { FriendshipStatus } from '#server/db/schema.ts';
import type { Viewer } from './viewer.ts';

type Pair = { requester_id: string; addressee_id: string };
/** The row of two people, as a left join gives it; nulls stand for no row. */
export type Friendship = { requester_id: string | null; status: FriendshipStatus | null };

/** A request makes nobody friends: the person asked must have accepted. */
export const areFriends = ({ status }: Pick<Friendship, 'status'>): boolean => status === 'accepted';

/** `areFriends` in SQL, over `friendships f`. */
export const areFriendsSql = "f.status = 'accepted'";

/** Joins the friendship of two people, if any, as `friendships f`. Both are trusted SQL. */
export const joinFriendshipSql = (
  one: string,
  other: string,
): string => `left join friendships f on least(f.requester_id, f.addressee_id) = least(${one}, ${other})
    and greatest(f.requester_id, f.addressee_id) = greatest(${one}, ${other})`;

/** The ids of a person's friends, as a subquery with the column `id`. `person` is trusted SQL. */
export const friendIdsSql = (person: string): string => `(
  select addressee_id as id from friendships where requester_id = ${person} and status = 'accepted'
  union all
  select requester_id from friendships where addressee_id = ${person} and status = 'accepted')`;

/** Over `friendships f`: those that make a person a friend of one of `others`, an array. Both are trusted SQL. */
export const friendshipsWithSql = (person: string, others: string): string => `(${areFriendsSql} and (
  f.requester_id = ${person} and f.addressee_id = any(${others}) or f.addressee_id = ${person} and f.requester_id = any(${others})))`;

/** How two people are connected, seen from the viewer (CONT-11). */
export function relationshipOf(friendship: Friendship, viewer: Viewer): Relationship {
  if (friendship.status === null) return 'not_connected';
  if (areFriends(friendship)) return 'friends';
  return friendship.requester_id === viewer.userId ? 'request_sent' : 'request_received';
}

/** Either of the two sees and removes a friendship or request; for anyone else there is none (PERM-03). */
export const canRemoveFriendship = (viewer: Viewer, friendship: Pair): boolean =>
  [friendship.requester_id, friendship.addressee_id].includes(viewer.userId);

/** `canRemoveFriendship` in SQL, over `friendships f`. `viewer` is trusted SQL. */
export const canRemoveFriendshipSql = (viewer: string): string =>
  `${viewer} in (f.requester_id, f.addressee_id)`;

/** Only the person who was asked accepts (PERM-03). */
export const canAccept = (viewer: Viewer, friendship: Pair): boolean =>
  friendship.addressee_id === viewer.userId;

/** `canAccept` in SQL, over `friendships f`. `viewer` is trusted SQL. */
export const canAcceptSql = (viewer: string): string => `f.addressee_id = ${viewer}`;
