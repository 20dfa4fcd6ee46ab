import type { Me, UserProfile } from '@hereabouts/contract/users';
import { relationshipOf } from '#server/access/friends.ts';
import type { AccountRow, ProfileRow } from './repo.ts';

export const presentMe = (row: AccountRow): Me => ({
  id: row.id,
  name: row.name,
  email: row.email,
  phone: row.phone,
  image: row.image,
  contact_visibility: row.contact_visibility,
  created_at: row.created_at,
  updated_at: row.updated_at,
});

export function presentProfile(row: ProfileRow, viewer: { userId: string }): UserProfile {
  const relationship = relationshipOf(row, viewer);
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    phone: row.phone,
    image: row.image,
    relationship,
    friendship_id: row.friendship_id,
    ...(relationship === 'request_received' && row.is_suspended && { cannot_accept: true }),
    friendship_date: row.accepted_at,
    shared_events: row.shared_events,
    sharing_event_id: row.sharing_event_id,
    in_common: row.in_common,
  };
}
