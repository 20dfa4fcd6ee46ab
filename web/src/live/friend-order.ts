import { currentFix } from './current-fix.ts';
import { bearingAndDistance, type BearingAndDistance } from '#web/lib/geo/bearing-and-distance.ts';
import type { LiveFriend } from './live-friends.ts';
import type { OwnPosition } from './own-position.ts';

export type ListedFriend = LiveFriend & {
  /** Null without both positions. */
  way: BearingAndDistance | null;
};

const byName = (one: LiveFriend, other: LiveFriend) =>
  one.user.name.localeCompare(other.user.name, 'en-GB') || (one.user.id < other.user.id ? -1 : 1);

/** Nearest first, then who shares without a distance, then who does not share; each by name. Source: LIVE-06. */
export function listFriends(
  friends: readonly LiveFriend[],
  own: Pick<OwnPosition, 'status' | 'fix'>,
): ListedFriend[] {
  const fix = currentFix(own);
  const rank = (friend: ListedFriend) => (friend.way ? 0 : friend.isSharing ? 1 : 2);
  return friends
    .map((friend) => ({
      ...friend,
      way: fix && friend.position ? bearingAndDistance(fix, friend.position) : null,
    }))
    .toSorted(
      (one, other) =>
        rank(one) - rank(other) ||
        (one.way?.distanceM ?? 0) - (other.way?.distanceM ?? 0) ||
        byName(one, other),
    );
}
