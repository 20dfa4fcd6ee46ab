import type { BlockedPerson } from '@hereabouts/contract/blocks';
import type { BlockedRow } from './repo.ts';

export const presentBlocked = (row: BlockedRow): BlockedPerson => ({
  user: { id: row.id, name: row.name, image: row.image },
  blocked_at: row.blocked_at,
});
