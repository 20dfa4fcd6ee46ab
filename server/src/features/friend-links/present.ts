import type { FriendLink, FriendLinkOffer } from '@hereabouts/contract/friend-links';
import { isOwnFriendLink } from '#server/access/friend-links.ts';
import { relationshipOf } from '#server/access/friends.ts';
import type { OfferRow } from './repo.ts';

export const presentLink = (link: { token: string; expires_at: string }): FriendLink => ({
  token: link.token,
  expires_at: link.expires_at,
});

export const presentOffer = (row: OfferRow, viewer: { userId: string } | null): FriendLinkOffer => ({
  owner: { id: row.owner_id, name: row.name, image: row.image },
  is_own: viewer !== null && isOwnFriendLink(viewer, row),
  relationship: viewer === null ? 'not_connected' : relationshipOf(row, viewer),
  expires_at: row.expires_at,
});
