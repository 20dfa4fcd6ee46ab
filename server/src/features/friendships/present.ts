import type { Contact, ContactTab, Friendship } from '@hereabouts/contract/friendships';
import type { ContactRow, FriendshipRow } from './repo.ts';

export const presentFriendship = (row: FriendshipRow): Friendship => ({
  id: row.id,
  requester_id: row.requester_id,
  addressee_id: row.addressee_id,
  status: row.status,
  created_at: row.created_at,
  accepted_at: row.accepted_at,
});

/** `row` lacks the columns of other tabs. */
export function presentContact(row: ContactRow, tab: ContactTab): Contact {
  const contact: Contact = { id: row.id, name: row.name, email: row.email, image: row.image };
  const { friendship_id: friendshipId, since, sharing_event_id: sharingEventId } = row;
  if (friendshipId === null || since === null) {
    return {
      ...contact,
      friendsInCommon: row.friends_in_common ?? 0,
      eventsInCommon: row.events_in_common ?? 0,
    };
  }
  if (tab !== 'friends') {
    const request = { ...contact, friendshipId, requestDate: since };
    return row.cannot_accept ? { ...request, cannotAccept: true } : request;
  }
  const friend = { ...contact, friendshipId, friendshipDate: since };
  return sharingEventId ? { ...friend, sharingEventId } : friend;
}
