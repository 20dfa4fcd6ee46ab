import type { Relationship } from '@hereabouts/contract/users';
import type { FriendshipStatus } from '#server/db/schema.ts';
import { notSuspended, notSuspendedSql, type Suspension } from './suspended.ts';
import type { Viewer } from './viewer.ts';

type Pair = { requester_id: string; addressee_id: string };
export type Friendship = { requester_id: string | null; status: FriendshipStatus | null };

export const areFriends = ({ status }: Pick<Friendship, 'status'>): boolean => status === 'accepted';

export const areFriendsSql = "f.status = 'accepted'";

/** In the form of the unique index, which it uses. */
const betweenSql = (one: string, other: string): string =>
  `least(f.requester_id, f.addressee_id) = least(${one}, ${other}) and greatest(f.requester_id, f.addressee_id) = greatest(${one}, ${other})`;

export const joinFriendshipSql = (one: string, other: string): string =>
  `left join friendships f on ${betweenSql(one, other)}`;

/** One look-up: for a few people cheaper than all friends of one of them. */
export const isFriendSql = (one: string, other: string): string =>
  `exists (select from friendships f where ${betweenSql(one, other)} and ${areFriendsSql})`;

export const friendIdsSql = (person: string): string => `(
  select addressee_id as id from friendships where requester_id = ${person} and status = 'accepted'
  union all
  select requester_id from friendships where addressee_id = ${person} and status = 'accepted')`;

export const friendshipsWithSql = (person: string, others: string): string => `(${areFriendsSql} and (
  f.requester_id = ${person} and f.addressee_id = any(${others}) or f.addressee_id = ${person} and f.requester_id = any(${others})))`;

/** Seen from the viewer (CONT-11). */
export function relationshipOf(friendship: Friendship, viewer: Viewer): Relationship {
  if (friendship.status === null) return 'not_connected';
  if (areFriends(friendship)) return 'friends';
  return friendship.requester_id === viewer.userId ? 'request_sent' : 'request_received';
}

/** PERM-03. */
export const canRemoveFriendship = (viewer: Viewer, friendship: Pair): boolean =>
  [friendship.requester_id, friendship.addressee_id].includes(viewer.userId);

export const canRemoveFriendshipSql = (viewer: string): string =>
  `${viewer} in (f.requester_id, f.addressee_id)`;

/** PERM-03. */
export const canAccept = (viewer: Viewer, friendship: Pair): boolean =>
  friendship.addressee_id === viewer.userId;

export const canAcceptSql = (viewer: string): string => `f.addressee_id = ${viewer}`;

/** Accepting also needs that it is still a request, and its sender is not suspended (OPS-13). */
export const canAnswerRequest = (
  viewer: Viewer,
  friendship: Pair & Pick<Friendship, 'status'>,
  sender: Suspension,
): boolean => canAccept(viewer, friendship) && friendship.status === 'pending' && notSuspended(sender);

export const canAnswerRequestSql = (viewer: string): string =>
  `(${canAcceptSql(viewer)} and f.status = 'pending' and ${notSuspendedSql('f.requester_id')})`;
