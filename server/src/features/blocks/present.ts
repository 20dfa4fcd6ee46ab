import type { BlockedPerson } from '@hereabouts/contract/blocks';
import type { BlockedRow } from './repo.ts';

export const presentBlocked = (row: BlockedRow): BlockedPerson => ({
  user: { id: row.id, name: row.name, image: row.image, ...(row.is_anonymous && { is_anonymous: true }) },
  blocked_at: row.blocked_at,
});
