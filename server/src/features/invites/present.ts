import type { InvitableFriend, InvitablePage } from '@hereabouts/contract/invites';
import type { Seat } from '#server/events/places.ts';
import type { InvitableEventRow, InvitableRow } from './repo.ts';

const presentFriend = (row: InvitableRow): InvitableFriend => ({
  id: row.id,
  name: row.name,
  email: row.email,
  image: row.image,
});

export const presentInvitable = (
  event: InvitableEventRow,
  { rows, nextCursor }: { rows: InvitableRow[]; nextCursor: string | null },
): InvitablePage => ({
  event: {
    id: event.id,
    title: event.title,
    image: event.image,
    start_time: event.start_time,
    end_time: event.end_time,
  },
  friends: rows.map(presentFriend),
  next_cursor: nextCursor,
  has_friends: event.has_friends,
});

export const presentSeat = ({ status, brings, waitingSince }: Seat) => ({
  status,
  brings,
  is_waiting: waitingSince !== null,
});
