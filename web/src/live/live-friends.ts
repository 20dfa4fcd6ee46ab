import { APPROXIMATE_FROM_M, LIVE_STALE_AFTER_MS, type LivePage } from '@hereabouts/contract/live';
import type { Spot } from '#web/lib/geo/bearing-and-distance.ts';

export type LivePosition = Spot & {
  /** When the device took the fix, on the server's clock. */
  fixedAtMs: number;
  /** Last contact with the server, with a fix or without; on the server's clock. */
  contactAtMs: number;
};

/** Source: LIVE-05, LIVE-06, LIVE-12. `last_seen`: shares, but without contact for a minute or without any position yet. */
export type FriendState = 'live' | 'approximate' | 'last_seen' | 'not_sharing';

export type LiveFriend = {
  user: LivePage['friends'][number]['user'];
  isSharing: boolean;
  position: LivePosition | null;
  state: FriendState;
  /** Positions are being received: a missing one has not arrived. */
  isHeard: boolean;
};

/** @param nowMs on the server's clock */
export function friendState(isSharing: boolean, position: LivePosition | null, nowMs: number): FriendState {
  if (!isSharing) return 'not_sharing';
  if (position === null || nowMs - position.contactAtMs >= LIVE_STALE_AFTER_MS) return 'last_seen';
  return position.accuracyM >= APPROXIMATE_FROM_M ? 'approximate' : 'live';
}

export function withPositions(
  friends: LivePage['friends'],
  positions: ReadonlyMap<string, LivePosition>,
  nowMs: number,
  isHeard: boolean,
): LiveFriend[] {
  return friends.map(({ user, is_sharing }) => {
    const known = positions.get(user.id) ?? null;
    // A position may arrive before the refetch, and implies sharing.
    const isSharing = is_sharing || known !== null;
    return { user, isSharing, position: known, state: friendState(isSharing, known, nowMs), isHeard };
  });
}
