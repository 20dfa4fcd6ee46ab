import type { Relationship } from '@hereabouts/contract/users';

type Viewer = { userId: string };
type Pair = { requester_id: string; addressee_id: string };

/** Only the person who was asked accepts (PERM-03). */
export const canAccept = (viewer: Viewer, friendship: Pair): boolean =>
  friendship.addressee_id === viewer.userId;

/** How two people stand, seen from the viewer (CONT-11); nulls stand for no row. */
export function relationshipOf(
  friendship: { requester_id: string | null; status: 'pending' | 'accepted' | null },
  viewer: Viewer,
): Relationship {
  if (friendship.status === null) return 'not_connected';
  if (friendship.status === 'accepted') return 'friends';
  return friendship.requester_id === viewer.userId ? 'request_sent' : 'request_received';
}

/** Either of the two may see and remove a friendship or request; for anyone else there is none. `viewer` is trusted SQL. */
export const isPartySql = (viewer: string): string => `${viewer} in (f.requester_id, f.addressee_id)`;

/** The ids of a person's accepted friends, as a subquery with the column `id`. `person` is trusted SQL. */
export const friendIdsSql = (person: string): string => `(
  select addressee_id as id from friendships where requester_id = ${person} and status = 'accepted'
  union all
  select requester_id from friendships where addressee_id = ${person} and status = 'accepted')`;
