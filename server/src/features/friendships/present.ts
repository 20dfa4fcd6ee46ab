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

export function presentContact(row: ContactRow, tab: ContactTab): Contact {
  const contact: Contact = { id: row.id, name: row.name, email: row.email, image: row.image };
  if (row.friendship_id === null || row.since === null) return contact;
  return {
    ...contact,
    friendshipId: row.friendship_id,
    ...(tab === 'friends' ? { friendshipDate: row.since } : { requestDate: row.since }),
  };
}
